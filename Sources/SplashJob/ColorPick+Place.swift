extension ColorPick.Place {
  /// The place's area in pixels, in a picture of the displayed size.
  ///
  /// - Throws: `SplashError` of kind usage where it does not begin within the picture.
  func spot(
    in size: (width: Int, height: Int), radius: Int, of input: String
  ) throws -> Spot {
    let (left, top) = try start(in: size, of: input)
    guard let (wide, high) = self.size else {
      return Spot(
        x: Double(left) + 0.5, y: Double(top) + 0.5, radius: Double(radius) + 0.5,
        width: size.width, height: size.height)
    }
    return Spot(
      x: Double(left) / Double(size.width), y: Double(top) / Double(size.height),
      width: try wide.share(of: size.width, "width", of: input),
      height: try high.share(of: size.height, "height", of: input))
  }

  /// The pixel at the center of the place.
  func middle(in size: (width: Int, height: Int), of input: String) throws -> (x: Int, y: Int) {
    let (left, top) = try start(in: size, of: input)
    guard let (wide, high) = self.size else { return (left, top) }
    let (width, height) = (
      try wide.share(of: size.width, "width", of: input) * Double(size.width),
      try high.share(of: size.height, "height", of: input) * Double(size.height)
    )
    return (
      min(left + Int(width / 2), size.width - 1), min(top + Int(height / 2), size.height - 1)
    )
  }

  private func start(
    in size: (width: Int, height: Int), of input: String
  ) throws -> (x: Int, y: Int) {
    (try x.index(in: size.width, "x", of: input), try y.index(in: size.height, "y", of: input))
  }
}

extension PictureLength {
  /// A length as a share of a side, above 0 and at most 1.
  fileprivate func share(of size: Int, _ side: String, of input: String) throws -> Double {
    let share = share(of: size)
    guard share > 0 else {
      throw SplashError(.usage, "\(input): a rectangle's \(side) is not above 0")
    }
    return min(share, 1)
  }

  fileprivate func index(in size: Int, _ axis: String, of input: String) throws -> Int {
    switch self {
    case .share(let share) where 0...1 ~= share: return min(Int(share * Double(size)), size - 1)
    case .pixels(let pixel) where pixel >= 0 && pixel < Double(size): return Int(pixel)
    case .share(let number), .pixels(let number):
      throw SplashError(
        .usage, "\(input): \(axis) \(number) is outside of the frame",
        remedy: "give pixels, 0 to \(size - 1), a share up to 1, or per cent")
    }
  }
}
