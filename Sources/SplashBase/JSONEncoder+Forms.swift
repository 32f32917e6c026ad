package import FoundationEssentials

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
