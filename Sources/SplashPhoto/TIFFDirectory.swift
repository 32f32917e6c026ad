/// A directory of a TIFF structure (TIFF 6.0, section 2): the first one of a TIFF file or of Exif,
/// with its subdirectories. Numbers are stored little-endian, whatever the source's order.
struct TIFFDirectory: Sendable {
  struct Entry: Sendable {
    let tag: Int
    fileprivate let type: Int
    fileprivate let value: Value

    fileprivate enum Value: Sendable {
      case bytes([UInt8])
      case directory(TIFFDirectory)
    }

    /// An entry of bytes (type 1 or 7).
    init(_ tag: Int, type: Int, _ bytes: [UInt8]) {
      (self.tag, self.type, value) = (tag, type, .bytes(bytes))
    }

    /// An entry of 32-bit numbers (type 4).
    init(_ tag: Int, longs: [Int]) {
      self.init(tag, type: 4, longs.flatMap { TIFFDirectory.digits($0, 4) })
    }

    fileprivate init(_ tag: Int, type: Int, value: Value) {
      (self.tag, self.type, self.value) = (tag, type, value)
    }

    /// The value; nil if it is a directory.
    var bytes: [UInt8]? {
      guard case .bytes(let bytes) = value else { return nil }
      return bytes
    }
  }

  var entries: [Entry]

  /// Bytes of a value of types 1 to 13, and of its swappable parts.
  private static let sizes = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
  private static let parts = [1, 1, 2, 4, 4, 1, 1, 2, 4, 4, 4, 8, 4]
  /// Tags of Exif's directory, the GPS directory, and the one within Exif's (Exif 2.3, section
  /// 4.6.3).
  private static let directories: Set<Int> = [34665, 34853, 40965]

  init(entries: [Entry]) { self.entries = entries }

  /// Unreadable entries are left out, and of entries with the same tag all but the first. All
  /// values together are at most as long as the structure, even if several name the same bytes.
  init(_ tiff: TIFFReader) {
    var room = tiff.count
    self.init(tiff, at: tiff.number(at: 4, bytes: 4) ?? 0, depth: 0, &room)
  }

  private init(_ tiff: TIFFReader, at start: Int, depth: Int, _ room: inout Int) {
    entries = []
    var tags: Set<Int> = []
    for index in 0..<(tiff.number(at: start, bytes: 2) ?? 0) {
      let at = start + 2 + 12 * index
      guard let tag = tiff.number(at: at, bytes: 2), tags.insert(tag).inserted,
        let entry = Self.entry(tag, tiff, at: at, depth: depth, &room)
      else { continue }
      entries.append(entry)
    }
  }

  private static func entry(
    _ tag: Int, _ tiff: TIFFReader, at place: Int, depth: Int, _ room: inout Int
  ) -> Entry? {
    guard let type = tiff.number(at: place + 2, bytes: 2), sizes.indices.contains(type - 1),
      let count = tiff.number(at: place + 4, bytes: 4),
      let pointer = tiff.number(at: place + 8, bytes: 4)
    else { return nil }
    if directories.contains(tag) {
      guard depth < 2 else { return nil }
      let inner = TIFFDirectory(tiff, at: pointer, depth: depth + 1, &room)
      return inner.entries.isEmpty ? nil : Entry(tag, type: 4, value: .directory(inner))
    }
    let length = count * sizes[type - 1]
    guard length <= room else { return nil }
    room -= length
    return tiff.numbers(
      at: length <= 4 ? place + 8 : pointer, count: length, parts: parts[type - 1]
    ).map { Entry(tag, type: type, $0) }
  }

  /// The value of an entry; nil if there is none.
  subscript(tag: Int) -> [UInt8]? { entries.first { $0.tag == tag }?.bytes }

  /// The whole numbers of an entry of bytes, shorts or longs; empty for other types.
  func numbers(_ tag: Int) -> [Int] {
    guard let entry = entries.first(where: { $0.tag == tag }), let bytes = entry.bytes,
      let size = [1: 1, 3: 2, 4: 4][entry.type]
    else { return [] }
    return stride(from: 0, to: bytes.count, by: size).map {
      bytes[$0..<$0 + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// The directory's bytes at an offset, even and counted from the byte order mark, followed by its
  /// values. It has no next directory.
  func bytes(at offset: Int) -> [UInt8] {
    let entries = entries.sorted { $0.tag < $1.tag }
    let behind = offset + 2 + 12 * entries.count + 4
    var (table, data): ([UInt8], [UInt8]) = (Self.digits(entries.count, 2), [])
    for entry in entries {
      let field: [UInt8]
      let count: Int
      switch entry.value {
      case .directory(let inner):
        (field, count) = (Self.digits(behind + data.count, 4), 1)
        data += inner.bytes(at: behind + data.count)
      case .bytes(let bytes):
        count = bytes.count / Self.sizes[entry.type - 1]
        let isShort = bytes.count <= 4
        field = isShort ? bytes : Self.digits(behind + data.count, 4)
        data += isShort ? [] : bytes
      }
      if !data.count.isMultiple(of: 2) { data.append(0) }
      table += Self.digits(entry.tag, 2) + Self.digits(entry.type, 2) + Self.digits(count, 4)
      table += field + [UInt8](repeating: 0, count: 4 - field.count)
    }
    return table + [0, 0, 0, 0] + data
  }

  /// A TIFF structure with only this directory.
  var file: [UInt8] { Array("II".utf8) + Self.digits(42, 2) + Self.digits(8, 4) + bytes(at: 8) }

  /// A little-endian TIFF file with these entries replacing its own; nil if the file is not that.
  func written(into file: [UInt8]) -> [UInt8]? {
    guard file.first == 0x49, let tiff = TIFFReader(file[...]) else { return nil }
    let tags = Set(entries.map(\.tag))
    let own = TIFFDirectory(tiff).entries.filter { !tags.contains($0.tag) }
    var result = file
    if !result.count.isMultiple(of: 2) { result.append(0) }
    result.replaceSubrange(4..<8, with: Self.digits(result.count, 4))
    return result + TIFFDirectory(entries: own + entries).bytes(at: result.count)
  }

  fileprivate static func digits(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
