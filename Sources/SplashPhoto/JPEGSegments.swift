/// The segments of a JPEG file before its first scan (ITU-T T.81, B.1.1.4).
struct JPEGSegments: Sequence, IteratorProtocol {
  struct Segment {
    /// The marker's second byte.
    var marker: UInt8
    /// The data after the length field.
    var data: Range<Int>
  }

  private let bytes: [UInt8]
  private var place = 2

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes of a segment in a file.
  ///
  /// - Parameter data: at most 65533 bytes.
  static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    let length = 2 + data.count
    return [0xff, marker, UInt8(length >> 8), UInt8(length & 0xff)] + data
  }

  mutating func next() -> Segment? {
    guard place + 4 <= bytes.count, bytes[place] == 0xff else { return nil }
    // Any number of fill bytes may precede a marker.
    while place + 4 < bytes.count, bytes[place + 1] == 0xff { place += 1 }
    let marker = bytes[place + 1]
    let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
    guard marker != 0xda, length >= 2, place + 2 + length <= bytes.count else { return nil }
    defer { place += 2 + length }
    return Segment(marker: marker, data: place + 4..<place + 2 + length)
  }
}
