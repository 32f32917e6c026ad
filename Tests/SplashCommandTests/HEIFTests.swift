import TestSupport

/// Photos as phones store them, made by libheif's own program.
@Suite(.enabled(if: Command.isInstalled("heif-enc"), "needs heif-enc (libheif-examples)"))
struct HEIFTests {
  @Test(arguments: ["heic", "avif"]) func heicAndAVIFPhotosAreRead(ending: String) throws {
    let scratch = Scratch()
    let plain = scratch.path("plain.png")
    let photo = scratch.path("photo.\(ending)")
    let result = scratch.path("red.png")
    let cut = ["-v", "error", "-i", try Clips.path("scene.mkv"), "-frames:v", "1"]
    _ = try Command.run("ffmpeg", cut + ["-vf", "crop=160:120:200:110", plain])
    try Command.run(
      "heif-enc", ["-q", "95"] + (ending == "avif" ? ["-A"] : []) + [plain, "-o", photo]
    ).checked()
    // Everything is kept.
    let everything = ["--hue", "0:180", "--saturation", "0..1", "--value", "0..1"]
    try Command.splash([photo, "-o", result, "--chroma-floor", "0"] + everything).checked()
    let (before, after) = (try Media(plain).samples("rgb24"), try Media(result).samples("rgb24"))
    try #require(before.count == after.count)
    let mean = meanDistance(before, after)
    #expect(mean < 6, "\(mean)")
  }

  /// Whatever the matrix and the range are that samples are stored in.
  @Test(arguments: [
    ("bt601", "tv", "smpte170m"), ("bt2020", "pc", "bt2020nc"), ("bt709", "tv", "bt709"),
  ])
  func matrixAndRangeOfTheFileAreUsed(matrix: String, range: String, tag: String) throws {
    let scratch = Scratch()
    let (plain, photo, result) = (
      scratch.path("plain.png"), scratch.path("photo.avif"), scratch.path("result.png")
    )
    let pattern = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120,gblur=4"]
    _ = try Command.run("ffmpeg", pattern + ["-frames:v", "1", plain])
    try Command.ffmpeg(
      "-i", plain, "-vf",
      "scale=out_color_matrix=\(matrix):out_range=\(range),format=yuv444p", "-colorspace", tag,
      "-color_range", range, "-c:v", "libaom-av1", "-cpu-used", "8", "-crf", "5",
      "-still-picture", "1", photo)
    try Command.splash(photo, "-o", result, "--rest", "none", "--quiet").checked()
    let (before, after) = (try Media(plain).samples("rgb24"), try Media(result).samples("rgb24"))
    try #require(before.count == after.count)
    let sum = meanDistance(before, after)
    #expect(sum < 2, "\(sum)")
  }

  @Test func alphaOfHEICIsKept() throws {
    let scratch = Scratch()
    let (plain, photo) = (scratch.path("plain.png"), scratch.path("photo.heic"))
    let ramp =
      "testsrc2=size=160x120,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X*255/159'"
    try Command.ffmpeg("-f", "lavfi", "-i", ramp, "-frames:v", "1", plain)
    try Command.run("heif-enc", ["-q", "95", plain, "-o", photo]).checked()
    let (result, opaque) = (scratch.path("red.png"), scratch.path("red.jpg"))
    let run = try Command.splash(photo, "-o", result, "-o", opaque).checked()
    #expect(run.errors.contains("red.jpg: leaving out transparency"))
    let (before, after) = (try Media(plain).samples("rgba"), try Media(result).samples("rgba"))
    try #require(before.count == after.count)
    let alphas = stride(from: 3, to: before.count, by: 4)
    let worst = alphas.map { abs(Int(before[$0]) - Int(after[$0])) }.max() ?? 255
    #expect(worst < 24, "alpha differs by up to \(worst)")
  }

  // MARK: - Written

  /// Whether the libheif that splash has writes both kinds.
  static let canBeWritten: Bool = {
    guard Command.isInstalled("heif-enc"), Command.isInstalled("heif-convert"),
      let photo = try? Clips.path("card.jpg")
    else { return false }
    let scratch = Scratch()
    return ["heic", "avif"].allSatisfy { ending in
      (try? Command.splash(photo, "-o", scratch.path("probe.\(ending)")))?.status == 0
    }
  }()

  /// A written photo reads back as written, to the loss of the codec: odd sizes, deep samples and
  /// alpha too, as libheif's own program sees it.
  @Test(
    .enabled(if: canBeWritten, "needs a libheif that encodes HEIC and AVIF"),
    arguments: pairs(["heic", "avif"], ["rgb24", "rgba", "rgb48be", "gray"]).sampled(4))
  func heicAndAVIFPhotosAreWritten(ending: String, format: String) throws {
    let scratch = Scratch()
    let (plain, photo) = (scratch.path("plain.png"), scratch.path("photo.\(ending)"))
    let alpha = format == "rgba" ? ",geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X*255/160'" : ""
    let source = try Clips.path("scene.mkv")
    try Command.ffmpeg(
      "-i", source, "-frames:v", "1", "-vf",
      "crop=161:121:200:110:exact=1,format=\(format)\(alpha)", plain)
    let run = try Command.splash(plain, "-o", photo, "--rest", "none", "--quality", "95").checked()
    #expect(run.errors.contains("6 of 16 bits") == (format == "rgb48be"), "\(run.errors)")
    let back = scratch.path("back.png")
    try Command.run("heif-convert", [photo, back]).checked()
    let kind = format == "rgba" ? "rgba" : "rgb24"
    let (before, after) = (try Media(plain).samples(kind), try Media(back).samples(kind))
    try #require(before.count == after.count && !before.isEmpty)
    let sum = meanDistance(before, after)
    #expect(sum < 5, "\(sum)")
    // splash reads the same picture back.
    let again = scratch.path("again.png")
    try Command.splash(photo, "-o", again, "--rest", "none").checked()
    let own = try Media(again).samples(kind)
    try #require(own.count == before.count)
    let gap = meanDistance(own, before)
    #expect(gap < 5, "\(gap)")
  }

  /// Deep samples stay deep, and HDR metadata is written.
  @Test(.enabled(if: canBeWritten), arguments: ["heic", "avif"])
  func tenBitHDRPhotosStayHDR(ending: String) throws {
    let scratch = Scratch()
    let (photo, output) = (scratch.path("photo.avif"), scratch.path("out.\(ending)"))
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1", "-vf",
      "setparams=range=tv:colorspace=bt2020nc:color_primaries=bt2020:color_trc=smpte2084",
      "-pix_fmt", "yuv420p10le", "-c:v", "libaom-av1", "-cpu-used", "8", "-still-picture", "1",
      photo)
    try Command.splash(photo, "-o", output, "--quiet").checked()
    for (tag, value) in [
      ("-ColorPrimaries", "9"), ("-TransferCharacteristics", "16"),
      ("-ImagePixelDepth", "10 10 10"),
    ] {
      let said = try Command.run("exiftool", ["-s3", "-n", tag, output])
      #expect(said.lines == [value], "\(tag): \(said.lines)")
    }
    // And it is read as such.
    let media = scratch.path("again.mkv")
    try Command.splash(output, "-o", media, "--codec", "ffv1", "--quiet").checked()
    #expect(
      try Media(media).probe("v:0", "stream=color_transfer,color_primaries")
        == ["smpte2084,bt2020"])
  }

  /// A PQ photo becomes the same as a clip of the same frame.
  @Test(.enabled(if: canBeWritten), arguments: ["jpg", "png", "avif"])
  func hdrPhotoBecomesSDRLikeVideo(ending: String) throws {
    let scratch = Scratch()
    let (photo, film) = (scratch.path("photo.avif"), scratch.path("film.mkv"))
    for (output, codec) in [
      (photo, ["libaom-av1", "-crf", "4", "-cpu-used", "8", "-still-picture", "1"]),
      (film, ["ffv1"]),
    ] {
      try Command.ffmpeg(
        [
          "-f", "lavfi", "-i", "testsrc2=s=256x192", "-frames:v", "1", "-vf",
          "gblur=sigma=10,setparams=range=tv:colorspace=bt2020nc:color_primaries=bt2020:color_trc=smpte2084",
          "-pix_fmt", "yuv420p10le", "-c:v",
        ] + codec + [output])
    }
    let (result, truth) = (scratch.path("sdr.\(ending)"), scratch.path("sdr.mkv"))
    try Command.splash(photo, "-o", result, "--sdr", "--rest", "none", "--quiet")
      .checked()
    try Command.splash(
      film, "-o", truth, "--sdr", "--rest", "none", "--codec", "ffv1", "--quiet"
    ).checked()
    let plain = scratch.path("plain.png")
    try Command.splash(result, "-o", plain, "--rest", "none", "--quiet").checked()
    let (here, there) = (try Media(plain).samples("rgb24"), try Media(truth).samples("rgb24"))
    try #require(here.count == there.count && !here.isEmpty)
    let sum = meanDistance(here, there)
    #expect(sum < 3, "\(sum)")
    if ending == "avif" {
      let said = try Command.run("exiftool", ["-s3", "-n", "-TransferCharacteristics", result])
      #expect(said.lines == ["1"], "\(said.lines)")
    }
  }

  @Test(.enabled(if: canBeWritten)) func presetChangesTheHEICEncoding() throws {
    let scratch = Scratch()
    let photo = try Clips.path("card.jpg")
    let (fast, slow) = (scratch.path("fast.heic"), scratch.path("slow.heic"))
    for (output, preset) in [(fast, "ultrafast"), (slow, "slow")] {
      try Command.splash(photo, "-o", output, "--preset", preset, "--quiet").checked()
    }
    let files = try [fast, slow].map { try Data(of: $0) }
    #expect(files[0] != files[1])
    for (name, preset) in [("no.heic", "quick"), ("no.avif", "slow")] {
      let run = try Command.splash(photo, "-o", scratch.path(name), "--preset", preset)
      #expect(run.status == 64 && run.errors.contains("--preset \(preset)"), "\(run.errors)")
    }
  }

  @Test(.enabled(if: canBeWritten)) func pixelFormatsThatHEICLacksAreRefused() throws {
    let scratch = Scratch()
    let output = scratch.path("photo.heic")
    let run = try Command.splash(
      try Clips.path("card.jpg"), "-o", output, "--pixel-format", "rgb24")
    #expect(run.status == 64 && run.errors.contains("yuv420p10le"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
    let film = try Command.splash("test:64x48", "--frames", "5", "-o", output)
    #expect(film.status != 0 && !FileManager.default.fileExists(atPath: output), "\(film.errors)")
  }
}
