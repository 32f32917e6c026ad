internal import FoundationEssentials

/// JSON that comes from a file, a page or a socket. The decoder is called here alone: Foundation's scanner
/// ends the process where brackets are nested deeper than 512.
package enum JSONText {
  /// Lists and objects in one another, at most.
  package static let depthLimit = 64

  /// - Parameter info: the decoder's `userInfo`.
  /// - Throws: `DecodingError`, also for a text that is nested deeper than `depthLimit` or is not
  ///   UTF-8, which the decoder then does not see.
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

  /// What is wrong with a text that an error of `decode` is about, where it is neither its grammar
  /// nor its types.
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
      // UTF-16 and UTF-32 have a zero byte at each bracket, and quotes inside of other letters.
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
