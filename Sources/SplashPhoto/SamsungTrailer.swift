/// The data that Samsung phones append to a photo: named pieces, with a directory at the end of the
/// file ("SEFH" … "SEFT").
enum SamsungTrailer {
  /// The type of "MotionPhoto_Data", by ExifTool's Samsung tables.
  private static let film = 0x0a30

  /// Whether a piece is the video of a motion photo.
  static func hasFilm(_ bytes: [UInt8]) -> Bool {
    func number(_ place: Int, _ count: Int) -> Int {
      bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let end = bytes.count - 8
    guard end >= 12, bytes[(end + 4)...].elementsEqual("SEFT".utf8) else { return false }
    let start = end - number(end, 4)
    guard start >= 0, start + 12 <= end, bytes[start..<start + 4].elementsEqual("SEFH".utf8) else {
      return false
    }
    let count = min(number(start + 8, 4), (end - start - 12) / 12)
    return (0..<count).contains { number(start + 12 + 12 * $0 + 2, 2) == film }
  }
}
