import Foundation
import TestSupport
import Testing

/// JPEG photos with a map for HDR behind them.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct GainMapTests {
  /// A JPEG of one color left and another one right, of a size.
  private func picture(_ path: String, _ colors: (String, String), _ side: Int) throws -> [UInt8] {
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=\(colors.0):s=\(side)x\(side)", "-f", "lavfi", "-i",
      "color=\(colors.1):s=\(side)x\(side)", "-filter_complex",
      "hstack,format=yuvj420p,noise=c0s=40:c0_seed=1",
      "-frames:v", "1", "-q:v", "2", "-huffman", "default", path)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static let marks = [
    "Ultra HDR":
      "http://ns.adobe.com/xap/1.0/\0<x xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\"/>",
    "ISO 21496-1": "urn:iso:std:iso:ts:21496:-1\0",
  ]

  /// Where the photo is grey now, the map is; where it is as it was, the map is too; the map's luma
  /// and its length stay.
  @Test(arguments: marks.keys.sorted())
  func aMapIsGreyWhereThePhotoIs(kind: String) throws {
    let mark = try #require(Self.marks[kind])
    let bench = try PhotoBench("jpg")
    let photo = try picture(bench.scratch.path("plain.jpg"), ("red", "blue"), 128)
    let plain = try picture(bench.scratch.path("map.jpg"), ("0x40c080", "0xff2020"), 32)
    let size = mark.utf8.count + 2
    let segment = [0xff, 0xe1, UInt8(size >> 8), UInt8(size & 0xff)] + Array(mark.utf8)
    let map = Array(plain.prefix(2)) + segment + plain.dropFirst(2)
    try bench.write(photo + map)
    try bench.splash("--hue", "red", "--white-balance", "off")
    let written = bench.scratch.path("after.jpg")
    let tail = try bench.bytes(bench.result).suffix(map.count)
    try #require(tail.starts(with: [0xff, 0xd8, 0xff]))
    try Data(tail).write(to: URL(fileURLWithPath: written))
    let before = try Media(bench.scratch.path("map.jpg")).samples("yuvj420p")
    let after = try Media(written).samples("yuvj420p")
    try #require(before.count == after.count && before.count == 64 * 32 * 3 / 2)
    #expect(before.prefix(64 * 32) == after.prefix(64 * 32))
    for plane in 0..<2 {
      let start = 64 * 32 + plane * 32 * 16
      let line = start + 8 * 32
      #expect(abs(Int(after[line + 28]) - 128) <= 1)
      #expect(abs(Int(after[line + 4]) - Int(before[line + 4])) <= 1)
      #expect(abs(Int(before[line + 28]) - 128) > 8)
    }
  }
}
