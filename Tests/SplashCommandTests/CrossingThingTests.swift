import TestSupport

/// Two objects that look the same and cross, by the networks of this machine. A lemon or an apple
/// of our still life is laid twice on another clip of ours, on known paths.
@Suite(.enabled(if: Subjects.areThere, "scripts/models fetches what this needs"))
struct CrossingThingTests {
  private let scratch = Scratch()
  private static let (width, height) = (960, 540)

  /// The upper left corner of each in a frame, in even pixels.
  struct Ways: Sendable, CustomTestStringConvertible {
    let testDescription, thing, ground: String
    /// Whether the named one passes in front of the other.
    let isBefore: Bool
    let own, other: @Sendable (Int) -> (x: Int, y: Int)
  }

  static let ways = [
    Ways(
      testDescription: "behind", thing: "lemon", ground: "ball", isBefore: false,
      own: { (90 + 12 * $0, 330) }, other: { (740 - 14 * $0, 344) }),
    Ways(
      testDescription: "before", thing: "lemon", ground: "ball", isBefore: true,
      own: { (90 + 12 * $0, 330) }, other: { (740 - 14 * $0, 344) }),
    Ways(
      testDescription: "slowly behind", thing: "apple", ground: "ball", isBefore: false,
      own: { (250 + 6 * $0, 300) }, other: { (600 - 8 * $0, 310) }),
  ]

  /// The mask stays on the named one, and covers all of it once they are apart again.
  @Test(.thorough, arguments: ways) func maskIsNotSwappedWhenAlikeThingsCross(ways: Ways) throws {
    let (clip, start, seen) = try film(ways)
    let masks = try ShownMasks(
      of: clip, ["--white-balance", "off", "--keep", "thing@\(start.x),\(start.y)"], in: scratch
    ).masks
    try #require(masks.count == seen.count)
    var overlaps: [Int] = []
    for (mask, seen) in zip(masks, seen) {
      let kept = mask.map { $0 > 110 }
      let (own, other) = (
        zip(kept, seen).count { $0 && $1 == 1 }, zip(kept, seen).count { $0 && $1 == 2 }
      )
      let either = zip(kept, seen).count { $0 || $1 == 1 }
      overlaps.append(100 * own / max(1, either))
      let comment: Comment = "picture \(overlaps.count - 1): \(own), \(other) of the other"
      #expect(other <= max(own, 200), comment)
    }
    // They touch in frames 15 to 37 at most.
    #expect(overlaps.prefix(15).allSatisfy { $0 >= 85 }, "\(overlaps)")
    #expect(overlaps.suffix(10).allSatisfy { $0 >= 85 }, "\(overlaps)")
  }

  // MARK: - The clip

  /// A lossless clip, the middle of the thing at its beginning in shares of the frame, and
  /// the visible object at each chroma sample: 1 the thing, 2 the other, 0 neither.
  private func film(
    _ ways: Ways
  ) throws -> (clip: String, start: (x: Double, y: Double), seen: [[UInt8]]) {
    let folder = Repository.root.path + "/film"
    let (columns, rows) = (Self.width / 2, Self.height / 2)
    let list = try #require(
      JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: "\(folder)/still.json"))) as? [String: Any])
    let names = try #require(list["masks"] as? [String])
    let index = try #require(names.firstIndex(of: ways.thing))
    let truth = try bytes("\(folder)/still-truth.mkv", "gray", frames: 1)
    let shape = truth[index * columns * rows..<(index + 1) * columns * rows].map { $0 > 127 }
    let inside = shape.indices.filter { shape[$0] }
    let box = (
      x: inside.map { $0 % columns }.min()!, y: inside[0] / columns,
      right: inside.map { $0 % columns }.max()!, bottom: inside.last! / columns
    )
    let still = try bytes("\(folder)/still.mp4", "yuv420p", frames: 1)
    var pictures = try bytes("\(folder)/\(ways.ground).mp4", "yuv420p", frames: 48)
    let size = Self.width * Self.height
    let count = pictures.count / (size + size / 2)
    var seen: [[UInt8]] = []
    for picture in 0..<count {
      var owners = [UInt8](repeating: 0, count: columns * rows)
      let start = picture * (size + size / 2)
      let (own, other) = (ways.own(picture), ways.other(picture))
      let order = ways.isBefore ? [other, own] : [own, other]
      for (layer, place) in order.enumerated() {
        let owner: UInt8 = (layer == 1) == ways.isBefore ? 1 : 2
        for sample in inside {
          let (column, row) = (
            sample % columns - box.x + place.x / 2, sample / columns - box.y + place.y / 2
          )
          guard 0..<columns ~= column, 0..<rows ~= row else { continue }
          owners[row * columns + column] = owner
          let (from, to) = (
            (x: sample % columns, y: sample / columns), (x: column, y: row)
          )
          for down in 0..<2 {
            for across in 0..<2 {
              let source = (2 * from.y + down) * Self.width + 2 * from.x + across
              let target = (2 * to.y + down) * Self.width + 2 * to.x + across
              pictures[start + target] = still[source]
            }
          }
          for plane in 0..<2 {
            let offset = size + plane * columns * rows
            pictures[start + offset + to.y * columns + to.x] =
              still[offset + from.y * columns + from.x]
          }
        }
      }
      seen.append(owners)
    }
    let clip = scratch.path("crossing.mov")
    try Command.ffmpeg(
      [
        "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(Self.width)x\(Self.height)", "-r", "12",
        "-i", "-", "-vf", "setparams=colorspace=bt709:range=tv", "-c:v", "ffv1", "-strict", "-2",
        clip,
      ], input: Data(pictures))
    let begin = ways.own(0)
    let middle = (
      x: (Double(begin.x) + Double(box.right - box.x + 1)) / Double(Self.width),
      y: (Double(begin.y) + Double(box.bottom - box.y + 1)) / Double(Self.height)
    )
    return (clip, middle, seen)
  }

  private func bytes(_ path: String, _ format: String, frames: Int) throws -> [UInt8] {
    let run = try Command.ffmpeg(
      "-i", path, "-frames:v", "\(frames)", "-f", "rawvideo", "-pix_fmt", format, "-")
    return [UInt8](run.output)
  }
}
