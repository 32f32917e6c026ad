import TestSupport

/// One scene in ten encodings: the same pixels keep their color whatever the matrix, range,
/// subsampling, depth and codec.
///
/// The hue is chosen so that nothing of the scene lies on its edge. With plain `--hue red` the skin
/// of the hands does, and what the codecs change there moves even the rule in double precision to
/// an overlap of 0.81 to 0.86.
struct SameSceneTests {
  static let reference = "same-bt709-limited-420-h264.mp4"
  static let others = [
    "bt601-limited-420-h264.mp4", "bt709-full-420-h264.mp4", "bt709-limited-422p10-hevc.mp4",
    "bt709-limited-444-vp9.webm", "bt709-limited-422p10-prores.mov", "bt601-full-422-mjpeg.avi",
    "bt2020-limited-420p10-hevc.mp4", "bt601-untagged-420-h264.mp4",
    "bt601-untagged-444p12-ffv1.nut",
  ].map { "same-\($0)" }
  static let realReference = "same-scene/a-bt709-limited-420-h264.mp4"
  static let real = [
    "b-bt601-limited-420-h264.mp4", "c-bt709-full-420-h264.mp4", "d-bt709-limited-422p10-hevc.mp4",
    "e-bt709-limited-444-vp9.webm", "f-bt709-limited-422p10-prores.mov",
    "g-bt601-full-422-mjpeg.avi", "h-bt2020matrix-limited-420p10-hevc.mp4",
    "i-untagged-bt709-420-h264.mp4",
  ].map { "same-scene/\($0)" }
  static let cups = ["--hue", "350:15:10", "--saturation", "0.5..1"]
  static let bare = [
    "--white-balance", "off", "--smoothing", "0", "--despeckle", "0", "--close-holes", "0",
    "--remove-specks", "0",
  ]

  @Test(arguments: others + Footage.adding(real), [bare, []])
  func selectionIsTheSameInEveryEncoding(name: String, options: [String]) throws {
    let isReal = Self.real.contains(name)
    let first = try mask(isReal ? Self.realReference : Self.reference, options)
    let second = try mask(name, options)
    let count = min(first.count, second.count)
    #expect(count >= 10 * 640 * 360)
    var (both, either) = (0, 0)
    for index in 0..<count {
      let (a, b) = (first[index] >= 128, second[index] >= 128)
      if a && b { both += 1 }
      if a || b { either += 1 }
    }
    let share = Double(either) / Double(count)
    #expect((0.05...0.15).contains(share), "the cups fill about a tenth of the picture")
    let overlap = Double(both) / Double(either)
    #expect(overlap >= 0.95, "\(name): intersection over union \(overlap)")
  }

  private func mask(_ name: String, _ options: [String]) throws -> [UInt8] {
    let run = try Command.splash(
      [
        Clips.path(name), "-o", "-", "--format", "rawvideo", "--pixel-format", "gray",
        "--show", "mask", "--frames", "12", "--quiet",
      ] + Self.cups + options
    ).checked()
    return [UInt8](run.output)
  }
}
