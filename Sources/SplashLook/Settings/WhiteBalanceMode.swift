/// The source of the white balance gains.
public enum WhiteBalanceMode: Equatable, Sendable {
  /// No white balance: gains of 1.
  case off
  /// Gains that make the light neutral, as a learned model estimates it.
  case auto
  /// Gains that turn the light into that of another frame, as the learned model and a comparison of
  /// the frames' colors estimate it.
  case like(LightAnchor)
  /// Gains that make the mean of the frame neutral.
  case grayWorld
  /// Gains that make a region known to be grey neutral.
  case card(Region)
  /// The same with the region in pixels, as text. `SplashSettings.placed` converts it for frames of
  /// a size; until then it means `off`.
  case cardInPixels(String)
  /// Fixed gains of R', G' and B'.
  case gains(red: Double, green: Double, blue: Double)

  /// A rectangle in shares of the frame's width and height, from its upper left corner.
  public typealias Region = Spot

  /// Whether the gains are measured in the frames.
  package var measures: Bool {
    switch self {
    case .auto, .like, .grayWorld, .card, .cardInPixels: true
    case .off, .gains: false
    }
  }

  /// Whether it estimates the light, which may be wrong.
  var estimates: Bool { self == .auto || self == .grayWorld }

  /// Whether the learned model is used.
  var isLearned: Bool { self == .auto || anchor != nil }

  /// The colors of the other frame in mode `like`; nil for other modes.
  package var anchor: LightAnchor? {
    if case .like(let anchor) = self { anchor } else { nil }
  }

  /// The largest fixed gain.
  static let largestGain = 8.0
  /// The first words of all modes.
  package static let names = ["auto", "off", "gray-world", "card", "gains"]
  /// The spellings of all modes.
  static let forms =
    "auto, off, gray-world, card=X,Y,W,H (a grey part of the frame, in pixels, shares or per cent), gains=R,G,B or like=COLORS (as saved settings have it)"

  /// Reads `auto`, `off`, `gray-world`, `card=X,Y,W,H`, `gains=R,G,B` or `like=COLORS`.
  ///
  /// - Throws: `SettingError` for any other text, for a card outside of the frame, for gains that
  ///   are not positive numbers up to 8, and for colors that are not 64 × 64 codes as base64.
  public init(_ text: String) throws {
    self = try inside("whiteBalance") { try WhiteBalanceMode(word: text) }
  }

  /// The same; the caller adds the setting's name to errors.
  init(word text: String) throws {
    var scale = PictureScale.unknown
    let mode = try WhiteBalanceMode(word: text, &scale)
    self = scale.metPixels ? .cardInPixels(text) : mode
  }

  /// The same in a frame of the scale's size.
  init(word text: String, _ scale: inout PictureScale) throws {
    let list = text.drop { $0 != "=" }.dropFirst()
    switch text.prefix(while: { $0 != "=" }) {
    case "auto" where text == "auto": self = .auto
    case "off" where text == "off": self = .off
    case "gray-world" where text == "gray-world": self = .grayWorld
    case "like":
      guard let anchor = LightAnchor(base64: String(list)) else {
        throw Self.unusable(text, "its colors are not 64 × 64 codes as base64")
      }
      self = .like(anchor)
    case "card":
      let numbers = scale.shares(list)
      guard numbers.count == 4 else { throw Self.unusable(text, "not four numbers") }
      let region = Region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      guard region.isInsidePicture else {
        throw Self.unusable(text, "the card is not inside the frame")
      }
      self = .card(region)
    case "gains":
      let numbers = list.split(separator: ",").map { Double($0) ?? .nan }
      guard numbers.count == 3, numbers.allSatisfy({ $0 > 0 && $0 <= Self.largestGain }) else {
        throw Self.unusable(
          text, "gains are three numbers above 0 and up to \(Self.largestGain.short)")
      }
      self = .gains(red: numbers[0], green: numbers[1], blue: numbers[2])
    default: throw Self.unusable(text, "no such mode")
    }
  }

  /// The text of `--white-balance`, with rounded numbers; with all digits if rounding would move a
  /// card out of the frame.
  public var text: String {
    let short = text(\.short)
    return (try? WhiteBalanceMode(word: short)) == nil ? exactText : short
  }

  /// The mode for reports: as `text`, without the colors of an anchor.
  package var name: String { anchor == nil ? text : "like" }

  /// The same with all digits.
  var exactText: String { text(\.exact) }

  private func text(_ digits: (Double) -> String) -> String {
    switch self {
    case .auto: "auto"
    case .off: "off"
    case .grayWorld: "gray-world"
    case .card(let region):
      "card="
        + [region.x, region.y, region.width, region.height].map(digits).joined(separator: ",")
    case .cardInPixels(let word): word
    case .like(let anchor): "like=" + anchor.base64
    case .gains(let red, let green, let blue):
      "gains=" + [red, green, blue].map(digits).joined(separator: ",")
    }
  }

  private static func unusable(_ text: String, _ cause: String) -> SettingError {
    // Colors have 5,464 letters.
    let given = text.count > 60 ? text.prefix(60) + "…" : text
    return SettingError(given: given, cause: cause, remedy: "give \(forms)")
  }
}

extension WhiteBalanceMode.Region {
  fileprivate var isInsidePicture: Bool {
    x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1 + 1e-9 && y + height <= 1 + 1e-9
  }
}
