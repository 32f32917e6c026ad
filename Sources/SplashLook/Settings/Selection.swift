/// A part of the pictures that settings name.
public enum Selection: Hashable, Sendable {
  case region(Region)
  /// What a video or a picture shows white: its alpha or, where there is none or all of it is
  /// opaque, its luma. It is stretched to the picture as displayed, and of its pictures the one is
  /// taken that is nearest in time, from the beginning of both; before the first and after the
  /// last that one stays.
  case mask(file: String)
  /// The connected part of what the hues keep that lies at a place, in shares of the picture as
  /// displayed, followed from a time on: seconds from the beginning of the clip, at least 0; nil
  /// for the first picture.
  case object(at: Region.Point, time: Double? = nil)
}

extension Selection {
  static let forms = "\(Region.forms), object@X,Y or object@X,Y@TIME, or mask=FILE"

  /// Reads `mask=FILE`, `object@X,Y`, `object@X,Y@TIME`, or what `Region` reads.
  ///
  /// - Throws: `SettingError` for any other text, and for numbers that make no region.
  public init(_ text: String) throws { self = try inside("region") { try Selection(word: text) } }

  /// The same for a word that somebody else names in errors.
  init(word text: String) throws {
    if text.hasPrefix("mask=") {
      let file = String(text.dropFirst("mask=".count))
      guard !file.isEmpty else {
        throw SettingError(
          given: text, cause: "no file", remedy: "name a video or a picture behind mask=")
      }
      self = .mask(file: file)
    } else if text.hasPrefix("object@") {
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      let place = parts[1].split(separator: ",", omittingEmptySubsequences: false).map(Double.init)
      guard parts.count <= 3, place.count == 2, let x = place[0], let y = place[1],
        (0...1).contains(x), (0...1).contains(y)
      else {
        throw SettingError(
          given: text, cause: "no place in the picture",
          remedy: "write object@X,Y in shares of the picture, 0 to 1")
      }
      let time = parts.count > 2 ? Double(parts[2]) ?? .nan : nil
      guard time.map((0...1e6).contains) ?? true else {
        throw SettingError(
          given: text, cause: "no time of the clip", remedy: "write seconds behind the second @")
      }
      self = .object(at: Region.Point(x: x, y: y), time: time)
    } else {
      self = .region(try Region(word: text))
    }
  }

  /// The form that flags take, with as many digits as are worth typing.
  public var text: String { text(\.short) }

  fileprivate func text(_ digits: (Double) -> String) -> String {
    switch self {
    case .region(let region): region.text(digits)
    case .mask(let file): "mask=\(file)"
    case .object(let place, let time):
      "object@\(digits(place.x)),\(digits(place.y))" + (time.map { "@\(digits($0))" } ?? "")
    }
  }

  /// The region, if it is one.
  package var region: Region? {
    guard case .region(let region) = self else { return nil }
    return region
  }

  /// It is a part of what the hues keep.
  package var isObject: Bool {
    guard case .object = self else { return false }
    return true
  }

  /// It is in a file.
  package var hasFile: Bool {
    guard case .mask = self else { return false }
    return true
  }
}

/// Parts of the pictures, written the same by flags and in JSON.
struct SelectionKind: WordKind {
  /// What can be given, for a field that is not the first of this kind.
  var like: String?

  var placeholder: String? { "REGION" }
  var values: String { like ?? Selection.forms }
  var control: SettingControl { SettingControl(kind: .regions) }

  func read(_ word: String) throws -> Selection { try Selection(word: word) }
  func word(for value: Selection) -> String { value.text }

  func read(_ json: JSONValue) throws -> Selection {
    guard case .text(let word) = json else { throw json.mismatch("text", values) }
    return try read(word)
  }

  func json(for value: Selection) -> JSONValue { .text(value.text(\.exact)) }

  /// The text is what is judged: it is what everybody else gets to read.
  func check(_ value: Selection) throws { _ = try read(value.text(\.exact)) }
}
