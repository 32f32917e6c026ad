/// A length along a side of the frame: `40%` of the side, `640px`, or a number whose unit follows
/// from the numbers beside it.
public enum PictureLength: Equatable, Sendable {
  /// A share of the side, 1 for all of it.
  case share(Double)
  case pixels(Double)

  /// Reads numbers separated by commas.
  ///
  /// Numbers without a unit are pixels if any of them is above 4, or if all are whole and one is
  /// above 1; else they are shares. So `640,360` and `0,0,2,2` are pixels, `0.4,0.6` and `1,1` are
  /// shares.
  ///
  /// - Returns: nil if any of them cannot be read.
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

  /// The length as a share of a side with this many pixels.
  public func share(of side: Int) -> Double {
    switch self {
    case .share(let share): share
    case .pixels(let pixels): pixels / Double(side)
    }
  }

  private var isFinite: Bool { share(of: 1).isFinite }
}

/// Converts lengths to shares of a frame, and remembers whether any was in pixels.
struct PictureScale {
  let width, height: Int
  /// Whether a length was in pixels.
  private(set) var metPixels = false

  /// A frame size for checking texts while the real size is unknown.
  static let unknown = PictureScale(width: 1 << 20, height: 1 << 20)

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Reads numbers separated by commas, alternately along width and height.
  ///
  /// - Parameter isPlace: whether a pixel stands for its center.
  /// - Returns: the shares; a single NaN if the text cannot be read.
  mutating func shares(_ text: some StringProtocol, isPlace: Bool = false) -> [Double] {
    guard let lengths = PictureLength.list(text) else { return [.nan] }
    return lengths.enumerated().map { index, length in
      share(length, of: index % 2 == 0 ? width : height, isPlace)
    }
  }

  /// Reads numbers separated by commas, along the height; a single NaN if they cannot be read.
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
  /// These settings with places in pixels converted to shares of the frame.
  ///
  /// - Parameters:
  ///   - width: of the frames as displayed.
  ///   - height: of the frames as displayed.
  /// - Throws: `SettingError` if a place is outside of the frame.
  public func placed(width: Int, height: Int) throws -> SplashSettings {
    func placed(_ selection: Selection) throws -> Selection {
      guard case .inPixels(let word) = selection else { return selection }
      var scale = PictureScale(width: width, height: height)
      return try inside(word: word) { try Selection(word: word, &scale) }
    }
    var copy = self
    copy.keep = try inside("keep") { try keep.map(placed) }
    copy.within = try inside("within") { try within.map(placed) }
    copy.without = try inside("without") { try without.map(placed) }
    copy.paintAreas = try inside("paint") { try paintAreas.map(placed) }
    if case .cardInPixels(let word) = whiteBalance {
      var scale = PictureScale(width: width, height: height)
      copy.whiteBalance = try inside("whiteBalance") { try WhiteBalanceMode(word: word, &scale) }
    }
    return copy
  }
}

extension LookTimeline {
  /// The same keyframes with places in pixels converted to shares, as for `SplashSettings`.
  public func placed(width: Int, height: Int) throws -> LookTimeline {
    try mapSettings { try $0.placed(width: width, height: height) }
  }
}
