/// A length along a side of the picture as people write it: `40%` of the side, `640px`, or a number
/// alone, of which those beside it say what it counts.
public enum PictureLength: Equatable, Sendable {
  /// A share of the side, 1 for all of it.
  case share(Double)
  case pixels(Double)

  /// Reads numbers between commas.
  ///
  /// Those without a sign of their own are pixels where one of them is above 4, or all are whole and
  /// one is above 1; else they are shares. So `640,360` and `0,0,2,2` are pixels, `0.4,0.6` and
  /// `1,1` shares.
  ///
  /// - Returns: nil where one cannot be read.
  public static func list(_ text: some StringProtocol) -> [PictureLength]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let plain = words.compactMap { Double($0) }
    let arePixels =
      plain.contains { abs($0) > 4 }
      || plain.contains { $0 > 1 } && plain.allSatisfy { $0 == $0.rounded() }
    let lengths = words.map { word in
      if word.hasSuffix("%") { return Double(word.dropLast()).map { share($0 / 100) } }
      if word.hasSuffix("px") { return Double(word.dropLast(2)).map { pixels($0) } }
      return Double(word).map { arePixels ? pixels($0) : share($0) }
    }
    return lengths.contains { $0?.isFinite != true } ? nil : lengths.compactMap(\.self)
  }

  /// As a share of a side of so many pixels.
  public func share(of side: Int) -> Double {
    switch self {
    case .share(let share): share
    case .pixels(let pixels): pixels / Double(side)
    }
  }

  private var isFinite: Bool { share(of: 1).isFinite }
}

/// Reads lengths as shares of a picture, and notes whether they are others in another picture.
struct PictureScale {
  let width, height: Int
  /// Whether pixels were read.
  private(set) var metPixels = false

  /// A picture in which what is written can be checked while the real one is not known.
  static let unknown = PictureScale(width: 1 << 20, height: 1 << 20)

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Numbers between commas, in turns along the width and the height.
  ///
  /// - Parameter isPlace: a pixel stands for its middle.
  /// - Returns: NaN alone where they cannot be read.
  mutating func shares(_ text: some StringProtocol, isPlace: Bool = false) -> [Double] {
    guard let lengths = PictureLength.list(text) else { return [.nan] }
    return lengths.enumerated().map { index, length in
      share(length, of: index % 2 == 0 ? width : height, isPlace)
    }
  }

  /// Numbers between commas, along the height; NaN alone where they cannot be read.
  mutating func heights(_ text: some StringProtocol) -> [Double] {
    guard let lengths = PictureLength.list(text) else { return [.nan] }
    return lengths.map { share($0, of: height, false) }
  }

  private mutating func share(_ length: PictureLength, of side: Int, _ isPlace: Bool) -> Double {
    guard case .pixels(let pixels) = length else { return length.share(of: side) }
    metPixels = true
    return PictureLength.pixels(isPlace ? pixels + 0.5 : pixels).share(of: side)
  }
}

extension SplashSettings {
  /// These settings with places in pixels as shares of the pictures they are for.
  ///
  /// - Parameters:
  ///   - width: of the pictures as displayed.
  ///   - height: likewise.
  /// - Throws: `SettingError` for a place that these pictures do not have.
  public func placed(width: Int, height: Int) throws -> SplashSettings {
    func placed(_ selections: [Selection]) throws -> [Selection] {
      try selections.map { selection in
        guard case .inPixels(let word) = selection else { return selection }
        var scale = PictureScale(width: width, height: height)
        return try inside(word: word) { try Selection(word: word, &scale) }
      }
    }
    var copy = self
    copy.keep = try inside("keep") { try placed(keep) }
    copy.within = try inside("within") { try placed(within) }
    copy.without = try inside("without") { try placed(without) }
    if case .cardInPixels(let word) = whiteBalance {
      var scale = PictureScale(width: width, height: height)
      copy.whiteBalance = try inside("whiteBalance") { try WhiteBalanceMode(word: word, &scale) }
    }
    return copy
  }
}

extension LookTimeline {
  /// The same with places in pixels as shares, as for `SplashSettings`.
  public func placed(width: Int, height: Int) throws -> LookTimeline {
    try LookTimeline(
      base: base.placed(width: width, height: height),
      entries: entries.map { entry in
        Entry(
          time: entry.time, transition: entry.transition,
          settings: try entry.settings.placed(width: width, height: height))
      })
  }
}
