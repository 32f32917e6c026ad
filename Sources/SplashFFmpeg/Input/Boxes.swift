/// Iterates over the boxes in some bytes (ISO/IEC 14496-12, section 4.2). The last one may be cut
/// off.
package struct Boxes: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  package mutating func next() -> (type: String, data: ArraySlice<UInt8>)? {
    guard rest.count >= 8 else { return nil }
    let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
    let short = Self.number(rest.prefix(4))
    let head = short == 1 ? 16 : 8
    guard rest.count >= head else { return nil }
    // A size of 1 means 64 bits after the type; 0 means all remaining bytes.
    let long = short == 1 ? Self.number(rest.dropFirst(8).prefix(8)) : short
    let size = short == 0 ? rest.count : long
    guard size >= head else { return nil }
    let box = rest.prefix(size)
    rest = rest.dropFirst(size)
    return (type, box.dropFirst(head))
  }

  /// The contents of the first box of a type.
  package subscript(type: String) -> ArraySlice<UInt8>? { first { $0.type == type }?.data }

  /// A big-endian number, as in files of boxes.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
