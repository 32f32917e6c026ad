import TestSupport

/// Frames with more bits than the look takes or the output has.
@Suite struct DepthTests {
  private let scratch = Scratch()

  /// A photo or clip in which neighbors differ by little.
  private func made(_ name: String, _ format: String, _ more: String...) throws -> String {
    let path = scratch.path(name)
    let ramps = "geq=lum='(Y*64+X)*15+9':cb='X*1000':cr='Y*999'"
    let grey = "format=ya16le,geq=lum='(Y*64+X)*15+9':a='65535-X*999'"
    let isGrey = format.hasPrefix("gray") || format.hasPrefix("ya")
    try Command.ffmpeg(
      ["-f", "lavfi", "-i", "nullsrc=s=64x64:d=0.2"]
        + ["-vf", isGrey ? grey : "format=yuv444p16le,\(ramps)", "-pix_fmt", format] + more
        + [path])
    return path
  }

  @Test(arguments: ["gray16be", "ya16be"], ["png", "tif"])
  func unchanged16BitGreyPhotoStaysBitForBit(format: String, ending: String) throws {
    let source = try made("grey.png", format, "-frames:v", "1")
    let result = scratch.path("same.\(ending)")
    try Command.splash(source, "-o", result, "--rest", "none", "--quiet").checked()
    let before = try Media(source).samples("rgba64le")
    try #require(!before.isEmpty)
    #expect(try Media(result).samples("rgba64le") == before)
  }

  @Test(arguments: ["yuv444p16le", "yuva444p16le", "gray16le"])
  func unchanged16BitClipStaysBitForBit(format: String) throws {
    let source = try made("film.mkv", format, "-c:v", "ffv1")
    let result = scratch.path("same.mkv")
    try Command.splash(
      source, "-o", result, "--codec", "ffv1", "--rest", "none", "--white-balance", "off", "--quiet"
    ).checked()
    // FFmpeg takes grey for full range and other samples without a tag for limited.
    let judged = format == "gray16le" ? format : "yuva444p16le"
    let before = try Media(source).samples(judged)
    try #require(!before.isEmpty)
    #expect(try Media(result).samples(judged) == before)
  }

  @Test func lossOfBitDepthIsReported() throws {
    let source = try made("grey.png", "gray16be", "-frames:v", "1")
    let run = try Command.splash(source, "-o", scratch.path("grey.webp")).checked()
    #expect(run.errors.contains("grey.webp: leaving out 8 of 16 bits"), "\(run.errors)")
  }

  /// Raw samples are read as what they were written as, or the format is refused.
  @Test(arguments: [
    ("p010le", "nut", false), ("yuv420p10le", "nut", true), ("yuv420p10le", "avi", false),
    ("bgr24", "avi", true),
  ])
  func rawPixelFormatsAreKeptOrRefused(format: String, ending: String, isKnown: Bool) throws {
    let source = try made("film.mkv", "yuv420p", "-c:v", "ffv1")
    let result = scratch.path("raw.\(ending)")
    let run = try Command.splash(
      source, "-o", result, "--codec", "rawvideo", "--pixel-format", format, "--quiet")
    #expect(run.status == (isKnown ? 0 : 64), "\(run.errors)")
    if isKnown {
      #expect(try Media(result).probe("v:0", "stream=pix_fmt") == [format])
    } else {
      #expect(run.errors.contains("cannot say that samples are stored so"), "\(run.errors)")
    }
  }

  @Test func tenBitGreyBecomesAFormatPlayersKnow() throws {
    let source = try made("film.mkv", "gray10le", "-c:v", "ffv1")
    let result = scratch.path("film.mp4")
    let run = try Command.splash(source, "-o", result).checked()
    #expect(!run.errors.contains("many players"), "\(run.errors)")
    let stream = try Media(result).probe("v:0", "stream=codec_name,pix_fmt")
    #expect(stream == ["hevc,yuv420p10le"])
  }
}
