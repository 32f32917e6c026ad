/// The tags of XML in UTF-8, in order; text, comments and instructions between them are skipped.
/// The sequence ends where the text is not valid XML.
struct XMLTags: Sequence, IteratorProtocol {
  struct Attribute {
    var name: String
    /// From the white space before the name to after the closing quotation mark.
    var whole: Range<Int>
    var value: Range<Int>
  }

  struct Tag {
    /// The name with its prefix.
    var name: String
    var attributes: [Attribute] = []
    var range: Range<Int>
    /// Whether it is `</name>`.
    var isEnd = false
    /// Whether it is `<name/>`.
    var isEmpty = false
  }

  private let text: [UInt8]
  private var place = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func next() -> Tag? {
    while let start = text[place...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = text[start...]
      let foreign = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
      guard let (_, end) = foreign.first(where: { rest.starts(with: $0.0.utf8) }) else {
        return tag(at: start)
      }
      guard let end = rest.firstRange(of: Array(end.utf8)) else { return nil }
      place = end.upperBound
    }
    return nil
  }

  private mutating func tag(at start: Int) -> Tag? {
    var at = start + 1
    func byte(_ index: Int) -> UInt8? { index < text.count ? text[index] : nil }
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
    func skipSpace() { while let next = byte(at), isSpace(next) { at += 1 } }
    func name() -> String {
      let first = at
      while let next = byte(at), !isSpace(next), !"=/>\"'<".utf8.contains(next) { at += 1 }
      return String(decoding: text[first..<at], as: UTF8.self)
    }
    var tag = Tag(name: "", range: start..<start)
    if byte(at) == UInt8(ascii: "/") { (tag.isEnd, at) = (true, at + 1) }
    tag.name = name()
    while true {
      let before = at
      skipSpace()
      if byte(at) == UInt8(ascii: "/") { (tag.isEmpty, at) = (true, at + 1) }
      if byte(at) == UInt8(ascii: ">") { break }
      let key = name()
      skipSpace()
      guard !key.isEmpty, byte(at) == UInt8(ascii: "=") else { return nil }
      at += 1
      skipSpace()
      guard let mark = byte(at), "\"'".utf8.contains(mark),
        let end = text[(at + 1)...].firstIndex(of: mark)
      else { return nil }
      tag.attributes.append(Attribute(name: key, whole: before..<end + 1, value: at + 1..<end))
      at = end + 1
    }
    tag.range = start..<at + 1
    place = at + 1
    return tag
  }
}
