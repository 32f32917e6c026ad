internal import CFFmpeg

/// The mask of settings on a small copy of a frame, as stored.
struct SmallMask {
  let width, height: Int
  /// Mask values 0…255, row by row.
  let codes: [UInt8]
  private let turn: Turn

  private static let largestSide = 160

  /// - Parameter files: gives the networks; nil for a mask without.
  /// - Returns: nil for a frame without color, and without networks for a mask made of more than
  ///   hues, regions, and objects that are named in this frame without a time.
  init?(
    of frame: borrowing Frame, settings: SplashSettings, gains: Gains, turn: Turn,
    files: LookFiles? = nil
  ) throws {
    guard !frame.format.isGrey, files != nil || settings.selections.allSatisfy(\.isOfAPicture)
    else { return nil }
    let scale = min(1, Double(Self.largestSide) / Double(max(frame.width, frame.height)))
    width = max(1, Int(Double(frame.width) * scale))
    height = max(1, Int(Double(frame.height) * scale))
    self.turn = turn
    var copy = try Scaler().convert(
      frame, to: PixelFormat(AV_PIX_FMT_YUV444P), width: width, height: height)
    var bare = settings
    bare.show = .mask
    bare.stability = 0
    bare.despeckle = 0
    (bare.fill, bare.clean) = (0, 0)
    (bare.grow, bare.shrink, bare.smooth, bare.feather) = (0, 0, 0, 0)
    bare.whiteBalance = .gains(red: gains.red, green: gains.green, blue: gains.blue)
    try ViewFilter(of: Splash(settings: bare, files: files ?? LookFiles(), turn: turn)).apply(
      to: &copy, StageClock())
    let isFull = ColorRange(of: copy) == .full
    let drawn = copy.withPlanes { [height] planes in
      (0..<height).flatMap { y in
        planes.row(y, ofPlane: 0).map { isFull ? $0 : Self.full($0) }
      }
    }
    guard let drawn else { return nil }
    codes = drawn
  }

  /// A small copy of a mask.
  ///
  /// - Parameters:
  ///   - codes: 0…255 as the frame is stored, in rows.
  ///   - turn: for display.
  init(_ codes: [UInt8], width: Int, height: Int, turn: Turn) {
    let scale = max(1, Double(max(width, height)) / Double(Self.largestSide))
    let size = (
      width: max(1, Int(Double(width) / scale)), height: max(1, Int(Double(height) / scale))
    )
    (self.width, self.height, self.turn) = (size.width, size.height, turn)
    self.codes = (0..<size.height).flatMap { y -> [UInt8] in
      let row: Int = (2 * y + 1) * height / (2 * size.height) * width
      return (0..<size.width).map { (x: Int) in
        codes[row + (2 * x + 1) * width / (2 * size.width)]
      }
    }
  }

  private init(width: Int, height: Int, codes: [UInt8]) {
    (self.width, self.height, self.codes, turn) = (width, height, codes, .upright)
  }

  private static func full(_ code: UInt8) -> UInt8 {
    UInt8((Double(min(max(code, 16), 235)) - 16) / 219 * 255 + 0.5)
  }

  /// Mean of the mask over the frame, 0…1.
  var share: Double { Double(codes.reduce(0) { $0 + Int($1) }) / Double(255 * codes.count) }

  /// Intersection over union with another mask of the same frame, 0…1.
  func overlap(with other: SmallMask) -> Double {
    var (both, either) = (0, 0)
    for row in 0..<height {
      let otherRow = (2 * row + 1) * other.height / (2 * height) * other.width
      for column in 0..<width {
        let otherColumn = (2 * column + 1) * other.width / (2 * width)
        let isIn = codes[row * width + column] > 127
        let isInOther = other.codes[otherRow + otherColumn] > 127
        both += isIn && isInOther ? 1 : 0
        either += isIn || isInOther ? 1 : 0
      }
    }
    return Double(both) / Double(max(either, 1))
  }

  /// The mask as it is displayed.
  var upright: SmallMask {
    guard turn != .upright else { return self }
    let (columns, rows) = turn.turned(width, height)
    let turned = (0..<rows).flatMap { y -> [UInt8] in
      (0..<columns).map { (x: Int) in
        let place = turn.inverse.displayed(column: x, row: y, width: columns, height: rows)
        return codes[place.row * width + place.column]
      }
    }
    return SmallMask(width: columns, height: rows, codes: turned)
  }
}

extension Selection {
  fileprivate var isOfAPicture: Bool {
    if case .object(_, let time) = self { time == nil } else { region != nil }
  }
}
