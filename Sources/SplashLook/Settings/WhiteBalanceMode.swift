/// Where the gains come from that balance the picture for the gate.
public enum WhiteBalanceMode: Equatable, Sendable {
  /// No balance: gains of 1.
  case off
  /// Gains that bring what was learned to be the light of such pictures to neutral.
  case auto
  /// Gains that bring the mean of the frame to neutral.
  case grayWorld
  /// Gains that bring a region known to be grey to neutral.
  case card(Region)
  /// The same in pixels, as it is written. `SplashSettings.placed` makes a card of it for pictures
  /// of a size; until then it is as `off`.
  case cardInPixels(String)
  /// Fixed gains of R', G' and B'.
  case gains(red: Double, green: Double, blue: Double)

  /// A rectangle in fractions of the picture's width and height, from its upper left corner.
  public typealias Region = Spot
}

extension WhiteBalanceMode {
  /// Whether the gains come from the pictures.
  package var measures: Bool {
    switch self {
    case .auto, .grayWorld, .card, .cardInPixels: true
    case .off, .gains: false
    }
  }

  /// Whether it estimates the light, which may be wrong.
  var estimates: Bool { self == .auto || self == .grayWorld }

  /// The largest gain that can be fixed.
  static let largestGain = 8.0
  /// The modes by their first word.
  static let names = ["auto", "off", "gray-world", "card", "gains"]
  /// The modes as they are written.
  static let forms =
    "auto, off, gray-world, card=X,Y,W,H (a grey part of the picture, in pixels, shares or per cent) or gains=R,G,B"

  /// Reads `auto`, `off`, `gray-world`, `card=X,Y,W,H` or `gains=R,G,B`.
  ///
  /// - Throws: `SettingError` for any other text, for a card outside of the picture and for gains
  ///   that are not positive numbers up to 8.
  public init(_ text: String) throws {
    self = try inside("whiteBalance") { try WhiteBalanceMode(word: text) }
  }

  /// The same for a word that somebody else names in errors.
  init(word text: String) throws {
    var scale = PictureScale.unknown
    let mode = try WhiteBalanceMode(word: text, &scale)
    self = scale.metPixels ? .cardInPixels(text) : mode
  }

  /// The same in a picture of a size.
  init(word text: String, _ scale: inout PictureScale) throws {
    let list = text.drop { $0 != "=" }.dropFirst()
    switch text.prefix(while: { $0 != "=" }) {
    case "auto" where text == "auto": self = .auto
    case "off" where text == "off": self = .off
    case "gray-world" where text == "gray-world": self = .grayWorld
    case "card":
      let numbers = scale.shares(list)
      guard numbers.count == 4 else { throw Self.unusable(text, "not four numbers") }
      let region = Region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      guard region.isInsidePicture else {
        throw Self.unusable(text, "the card is not inside the picture")
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

  /// The form that `--white-balance` takes, with as many digits as are worth typing, and with all
  /// where a card would leave the picture by a few.
  public var text: String {
    let short = text(\.short)
    return (try? WhiteBalanceMode(word: short)) == nil ? exactText : short
  }

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
    case .gains(let red, let green, let blue):
      "gains=" + [red, green, blue].map(digits).joined(separator: ",")
    }
  }

  private static func unusable(_ text: String, _ cause: String) -> SettingError {
    SettingError(given: text, cause: cause, remedy: "give \(forms)")
  }
}

extension WhiteBalanceMode.Region {
  fileprivate var isInsidePicture: Bool {
    x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1 + 1e-9 && y + height <= 1 + 1e-9
  }
}
