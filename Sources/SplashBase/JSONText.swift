package import FoundationEssentials

/// Decodes JSON from a file, a page or a socket. Only this type calls the decoder: Foundation's
/// scanner ends the process if brackets are nested deeper than 512.
package enum JSONText {
  /// How deep lists and objects may be nested.
  package static let depthLimit = 64

  /// - Parameter info: the decoder's `userInfo`.
  /// - Throws: `DecodingError`, also if the text is nested deeper than `depthLimit` or is not
  ///   UTF-8; the decoder then does not see it.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from text: some Sequence<UInt8>,
    with info: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Value {
    let data = Data(text)
    try check(data)
    let decoder = JSONDecoder()
    decoder.userInfo = info
    return try decoder.decode(type, from: data)
  }

  /// The reason why `decode` refused a text before it reached the decoder; nil for errors of the
  /// decoder's own.
  package static func complaint(about error: DecodingError) -> String? {
    guard case .dataCorrupted(let context) = error else { return nil }
    return (context.underlyingError as? Refusal)?.text
  }

  private struct Refusal: Error {
    let text: String
  }

  private static func check(_ text: Data) throws {
    var (depth, isInText, isEscaped) = (0, false, false)
    for byte in text {
      // UTF-16 and UTF-32 have a zero byte at each bracket, and quote bytes within other letters.
      guard byte != 0 else { throw refusal("not UTF-8") }
      if isInText {
        let isPlain = isEscaped
        isEscaped = !isPlain && byte == UInt8(ascii: "\\")
        if !isPlain, byte == UInt8(ascii: "\"") { isInText = false }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      guard depth <= depthLimit else {
        throw refusal("brackets are nested deeper than \(depthLimit)")
      }
    }
  }

  private static func refusal(_ text: String) -> DecodingError {
    .dataCorrupted(
      .init(codingPath: [], debugDescription: text, underlyingError: Refusal(text: text)))
  }
}

/// JSON as splash writes it: keys in order, so that the same values are the same bytes.
extension JSONEncoder {
  /// On one line.
  package static var line: JSONEncoder { form([]) }
  /// With line feeds and blanks, for people.
  package static var pretty: JSONEncoder { form(.prettyPrinted) }

  private static func form(_ more: OutputFormatting) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, more]
    return encoder
  }
}
