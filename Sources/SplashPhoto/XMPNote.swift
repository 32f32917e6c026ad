/// The line that says how splash made a photo, as a text property in its XMP (ISO 16684-1, section
/// 7): `splash:Settings`.
enum XMPNote {
  private static let name = "splash:Settings"
  private static let (begin, end) = (Array("<\(name)>".utf8), Array("</\(name)>".utf8))
  private static let property = Array(name.utf8)
  private static let space = "urn:splash:xmp:1.0"
  private static let close = Array("</rdf:RDF>".utf8)

  /// XMP with the line, replacing an existing one; the rest is unchanged. Data that are not XMP in
  /// UTF-8 are returned unchanged.
  ///
  /// - Parameter packet: nil to make a new one.
  static func written(_ line: String, into packet: [UInt8]?) -> [UInt8] {
    let text = Array(escaped(line).utf8)
    guard var packet else { return whole(text) }
    if let old = place(in: packet) {
      packet.replaceSubrange(old, with: text)
    } else if let close = packet.ranges(of: close).last {
      packet.insert(contentsOf: description(text), at: close.lowerBound)
    }
    return packet
  }

  /// The line in XMP; nil if there is none.
  static func line(in packet: [UInt8]) -> String? {
    place(in: packet).map { unescaped(String(decoding: packet[$0], as: UTF8.self)) }
  }

  /// The range of the text: in an element, as splash writes it, or in an attribute, as other
  /// programs may write it (section 7.9.2.2).
  private static func place(in packet: [UInt8]) -> Range<Int>? {
    if let begin = packet.firstRange(of: begin) {
      let rest = packet[begin.upperBound...]
      return rest.firstRange(of: end).map { begin.upperBound..<$0.lowerBound }
    }
    guard let name = packet.firstRange(of: property) else { return nil }
    let rest = packet[name.upperBound...].drop { $0 == UInt8(ascii: " ") }
    guard rest.first == UInt8(ascii: "=") else { return nil }
    let value = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
    guard let mark = value.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"),
      let end = value.dropFirst().firstIndex(of: mark)
    else { return nil }
    return value.startIndex + 1..<end
  }

  private static func description(_ text: [UInt8]) -> [UInt8] {
    Array("<rdf:Description rdf:about=\"\" xmlns:splash=\"\(space)\">".utf8) + begin + text + end
      + Array("</rdf:Description>".utf8)
  }

  /// A packet with the wrapper by which programs find it in a file (section 7.3.2).
  private static func whole(_ text: [UInt8]) -> [UInt8] {
    let head =
      "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
      + "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
      + "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
    return Array(head.utf8) + description(text) + close
      + Array("</x:xmpmeta><?xpacket end=\"w\"?>".utf8)
  }

  private static let marks = [
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;"),
  ]

  private static func escaped(_ text: String) -> String {
    marks.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  private static func unescaped(_ text: String) -> String {
    marks.reversed().reduce(text) { $0.replacing($1.1, with: $1.0) }
  }
}
