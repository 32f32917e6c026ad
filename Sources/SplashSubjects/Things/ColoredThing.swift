internal import Glibc

/// Finds the thing of a named color: it asks the network for clicks at places of that color, and
/// takes the answer with most of it that is large, near the middle and whole.
struct ColoredThing {
  /// Places that are asked about: the decoder runs once for each.
  private static let places = 16
  /// Smaller things are left out, in shares of the frame.
  private static let least = 0.002
  /// Masks are compared with the color at one of this many of the encoder's samples along a side.
  private static let step = 4

  private let color: NetworkMask
  /// The sum of its values.
  private let total: Double

  /// - Parameters:
  ///   - color: a name.
  ///   - picture: in a native format.
  ///   - look: of the encoder at it.
  ///   - turn: for display.
  init(
    _ color: String, in picture: borrowing PlaneView, _ look: ClickNetwork.Look, turn: Turn
  ) {
    self.color = picture.share(
      ofColor: color, width: max(1, look.width / Self.step),
      height: max(1, look.height / Self.step), turn: turn)
    total = self.color.values.reduce(0) { $0 + Double($1) }
  }

  /// The mask that is rather a thing of the color than any other, and the place that it answers;
  /// nil if nothing has the color.
  ///
  /// - Throws: `SplashError` of kind failure if the network fails.
  func found(
    in look: ClickNetwork.Look, by network: ClickNetwork
  ) throws(SplashError) -> (mask: ClickMask, place: Region.Point)? {
    var best: (mask: ClickMask, place: Region.Point, rank: Double)?
    for place in color.innermost(Self.places) {
      let prompt = ClickNetwork.Prompt(marks: [(place, .on)])
      for mask in try network.masks(for: prompt, in: look) {
        let rank = rank(of: mask)
        if rank > best?.rank ?? 0 { best = (mask, place, rank) }
      }
    }
    return best.map { ($0.mask, $0.place) }
  }

  /// The share of the color in the mask, times the square root of the mask's share of the color,
  /// times the network's own score; less far from the middle and along the edges of the frame.
  private func rank(of mask: ClickMask) -> Double {
    let shares = mask.shares.resized(width: color.width, height: color.height)
    var (area, common, edge, x, y) = (0.0, 0.0, 0, 0.0, 0.0)
    for index in shares.values.indices where shares.values[index] > 0.5 {
      let (column, row) = (index % color.width, index / color.width)
      area += 1
      common += Double(color.values[index])
      x += Double(column) + 0.5
      y += Double(row) + 0.5
      let isEdge = column == 0 || row == 0 || column == color.width - 1 || row == color.height - 1
      edge += isEdge ? 1 : 0
    }
    guard area >= Self.least * Double(color.values.count), total > 0 else { return 0 }
    let aside = hypot(x / area / Double(color.width) - 0.5, y / area / Double(color.height) - 0.5)
    let rim = Double(edge) / Double(2 * (color.width + color.height))
    return common / area * (common / total).squareRoot() * Double(mask.score)
      * (1 - aside / 2.0.squareRoot()) * (1 - 0.7 * rim)
  }
}

extension PlaneView {
  /// How much a named color is at each place, under the light of the frame.
  ///
  /// - Parameters:
  ///   - width, height: of the result, as displayed.
  ///   - turn: for display.
  fileprivate func share(ofColor name: String, width: Int, height: Int, turn: Turn) -> NetworkMask {
    var settings = SplashSettings()
    settings.hues = (try? HueRange.ranges(name)) ?? []
    (settings.stability, settings.whole) = (0, 0)
    let look = Look(turn: turn)
    let gains = look.gains(for: self, at: nil, settings)
    let samples = look.mask(of: self, settings, gains, LookMaterials()).samples
    let values = (0..<width * height).map { index -> Float in
      let place = turn.stored(
        (Double(index % width) + 0.5) / Double(width),
        (Double(index / width) + 0.5) / Double(height))
      let column = min(Int(place.x * Double(chromaWidth)), chromaWidth - 1)
      let row = min(Int(place.y * Double(chromaHeight)), chromaHeight - 1)
      return Float(samples[row * chromaWidth + column]) / 255
    }
    return NetworkMask(width: width, height: height, values: values)
  }
}
