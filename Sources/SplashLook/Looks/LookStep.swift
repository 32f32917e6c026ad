/// One thing that a look does to a picture. A look is a list of them, done in their order; an empty
/// one leaves the picture as it is.
///
/// Y', Cb, Cr and R'G'B' are those of Specification.md section 2, steps 1 and 2, with nothing
/// clamped. What one step makes goes to the next as it is; codes are rounded at the end.
public enum LookStep: Equatable, Sendable {
  /// The stream's own luma, and no chroma.
  case grey
  /// Black and white by a channel mixer: luma is the sum of R', G' and B' times these shares, whose
  /// sum is 1 or more.
  case mixer(red: Double, green: Double, blue: Double)
  /// Black and white by linear luminance: R'G'B' within 0…1 decoded as IEC 61966-2-1 (sRGB) says,
  /// summed with the matrix' weights, and encoded again. Reds and blues keep their weight.
  case luminance
  /// Black and white of high contrast: what is darker than 0.08 is black, what is lighter than 0.92
  /// white, with a soft S between: x²(3 − 2x).
  case noir
  /// Black and white in a warm brown: `tint` with #9a8063.
  case sepia
  /// Chroma of the color on the way from black over a color to white that has this luma, so much of
  /// it, 0…1, and the rest of the picture's own. Luma stays.
  case tint(RGB, amount: Double)
  /// Keeps that share of the chroma, 0…1.
  case fade(Double)
  /// Multiplies chroma, 0…4.
  case vivid(Double)
  /// Multiplies luma and chroma, 0…1: less light.
  case dim(Double)
  /// Moves luma away from 0.5 or towards it, times 0…4.
  case contrast(Double)
  /// Luma to the power of one by 0.1…10; what is below black is black.
  case gamma(Double)
  /// A blur like a Gaussian's with a standard deviation of 0…20 per cent of the picture's height;
  /// beyond its edges the picture is as at them.
  case blur(Double)
  /// Colors by the table of a file, so much of it, 0…1, and the rest the picture's own: a `.cube`
  /// file with a lattice (interpolated in tetrahedra) or curves (along straight lines), or a Hald
  /// CLUT as a picture. R'G'B' goes in and comes out within 0…1.
  case lut(String, amount: Double)
  /// One color everywhere.
  case solid(RGB)
  /// The picture of a file everywhere, scaled to the size of the pictures as they are stored.
  case image(String)
  /// Nothing: alpha 0, where pictures have alpha, and black where they have none.
  case transparent
}

extension LookStep {
  /// It names a file.
  package var hasFile: Bool {
    switch self {
    case .lut, .image: true
    default: false
    }
  }

  /// Luma may come out another than it went in.
  var changesLuma: Bool {
    switch self {
    case .grey, .sepia, .tint, .fade, .vivid, .transparent: false
    case .mixer, .noir, .dim, .contrast, .gamma, .solid, .luminance, .blur, .lut, .image: true
    }
  }
}

extension LookStep {
  /// A step on the way from this one to another of its kind; nil where there is none between.
  func between(_ other: LookStep, _ share: Double) -> LookStep? {
    func way(_ from: Double, _ to: Double) -> Double { glide(from, to, share) }
    func way(_ from: RGB, _ to: RGB) -> RGB {
      RGB(
        red: way(from.red, to.red), green: way(from.green, to.green),
        blue: way(from.blue, to.blue))
    }
    return switch (self, other) {
    case (.mixer(let red, let green, let blue), .mixer(let r, let g, let b)):
      .mixer(red: way(red, r), green: way(green, g), blue: way(blue, b))
    case (.tint(let color, let amount), .tint(let c, let a)):
      .tint(way(color, c), amount: way(amount, a))
    case (.fade(let a), .fade(let b)): .fade(way(a, b))
    case (.vivid(let a), .vivid(let b)): .vivid(way(a, b))
    case (.dim(let a), .dim(let b)): .dim(way(a, b))
    case (.contrast(let a), .contrast(let b)): .contrast(way(a, b))
    case (.gamma(let a), .gamma(let b)): .gamma(way(a, b))
    case (.blur(let a), .blur(let b)): .blur(way(a, b))
    case (.solid(let a), .solid(let b)): .solid(way(a, b))
    case (.lut(let file, let a), .lut(let same, let b)) where file == same:
      .lut(file, amount: way(a, b))
    default: self == other ? other : nil
    }
  }
}
