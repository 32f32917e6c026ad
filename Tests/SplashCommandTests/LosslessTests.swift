import TestSupport

/// Clips through the whole command into a lossless file: luma must be the input's to the bit, and
/// chroma what the rule says in double precision.
struct LosslessTests {
  struct Clip: Sendable, CustomTestStringConvertible {
    var name: String
    /// FFmpeg's name for it, which tells subsampling, depth and range.
    var format: String
    var width = 640
    var height = 360
    var weights = (kr: 0.2126, kb: 0.0722)
    var display: Oracle.Display?
    var testDescription: String { name }
    var log2Width: Int { format.contains("444") ? 0 : 1 }
    var log2Height: Int { format.contains("420") ? 1 : 0 }
    var bits: Int { format.firstMatch(of: /p(\d+)le/).flatMap { Int($0.1) } ?? 8 }
    var isFullRange: Bool { format.hasPrefix("yuvj") }
  }

  static let bt601 = (kr: 0.299, kb: 0.114)

  static let clips =
    [
      Clip(name: "cups.mp4", format: "yuv420p"),
      Clip(name: "same-bt709-full-420-h264.mp4", format: "yuvj420p"),
      Clip(name: "same-bt601-limited-420-h264.mp4", format: "yuv420p", weights: bt601),
      Clip(name: "cups-mjpeg422-full.avi", format: "yuvj422p", weights: bt601),
      Clip(
        name: "cups-mpeg2-422-interlaced.mxf", format: "yuv422p", width: 720, height: 608,
        weights: bt601),
      Clip(
        name: "same-bt2020-limited-420p10-hevc.mp4", format: "yuv420p10le",
        weights: (0.2627, 0.0593)),
      Clip(name: "same-bt709-limited-422p10-prores.mov", format: "yuv422p10le"),
      Clip(name: "same-bt709-limited-444-vp9.webm", format: "yuv444p"),
      Clip(name: "same-bt601-untagged-444p12-ffv1.nut", format: "yuv444p12le", weights: bt601),
    ] + Footage.adding(real, named: \.name)

  private static let real = [
    Clip(name: "cups-red-720p.mp4", format: "yuv420p", width: 1280, height: 720),
    Clip(name: "dog-person-720p.mp4", format: "yuv420p", width: 1280, height: 720),
    Clip(name: "ducks-goldenhour-vfr.mp4", format: "yuv420p", width: 1280, height: 720),
    Clip(
      name: "road-mjpeg422-fullrange.avi", format: "yuvj422p", width: 640, height: 480,
      weights: bt601),
    Clip(
      name: "paperflowers-mpeg2-422-interlaced.mxf", format: "yuv422p", width: 720, height: 608,
      weights: bt601),
    Clip(
      name: "colorchecker-hlg10-hevc.mp4", format: "yuv420p10le", width: 1920, height: 1080,
      weights: (0.2627, 0.0593), display: Oracle.Display(.hlg, Oracle.Display.bt2020)),
    Clip(name: "same-scene/e-bt709-limited-444-vp9.webm", format: "yuv444p"),
  ]

  @Test(arguments: clips.sampled(4))
  func lumaStaysBitForBitAndChromaFollowsTheRule(clip: Clip) throws {
    let scratch = Scratch()
    let output = scratch.path("out.mkv")
    try Command.splash(
      Clips.path(clip.name), "-o", output, "--codec", "ffv1", "--frames", "3", "--hue", "0",
      "--hue", "120:25:15", "--hue", "210:20,s=0.1..1", "--white-balance", "off", "--smoothing",
      "0", "--despeckle", "0", "--close-holes", "0", "--remove-specks", "0"
    ).checked()
    let before = try planes(Media(Clips.path(clip.name)).samples(clip.format, frames: 3), clip)
    let after = try planes(Media(output).samples(clip.format), clip)
    try #require(before.frames == 3 && after.frames == 3)

    var oracle = Oracle()
    (oracle.kr, oracle.kb) = clip.weights
    oracle.isFullRange = clip.isFullRange
    oracle.bits = clip.bits
    oracle.display = clip.display
    oracle.hues = [
      .init(0), .init(120, width: 25, softness: 15), .init(210, saturation: 0.1...1),
    ]
    // One code of eight bits, as Specification.md section 2 promises, in units of this depth.
    let allowed = Double(1 << (clip.bits - 8))
    var worst = 0.0
    var changed = 0
    for frame in 0..<3 {
      // Not in the expectation, which would look for each difference between long lists.
      let hasItsLuma = before.luma(frame) == after.luma(frame)
      #expect(hasItsLuma, "picture \(frame)")
      for row in 0..<before.chromaHeight {
        for column in 0..<before.chromaWidth {
          let old = before.chroma(frame, row, column)
          let new = after.chroma(frame, row, column)
          let mask = oracle.mask(before.meanLuma(frame, row, column), old.cb, old.cr)
          worst = max(worst, abs(oracle.output(old.cb, mask: mask) - new.cb))
          worst = max(worst, abs(oracle.output(old.cr, mask: mask) - new.cr))
          if old != new { changed += 1 }
        }
      }
    }
    #expect(worst <= allowed)
    #expect(changed > 0)
  }

  private func planes(_ bytes: [UInt8], _ clip: Clip) -> PlanarVideo {
    PlanarVideo(
      bytes, width: clip.width, height: clip.height, log2Width: clip.log2Width,
      log2Height: clip.log2Height, bits: clip.bits)
  }
}
