import TestSupport

/// Results without further options: files that players show and people post.
struct PlayableTests {
  private let scratch = Scratch()

  private func made(_ input: String, _ name: String, _ flags: String...) throws -> Media {
    let path = scratch.path(name)
    try Command.splash([input, "-o", path, "-y"] + flags).checked()
    return Media(path)
  }

  private static let stream = "stream=codec_name,profile,codec_tag_string,pix_fmt"

  @Test(arguments: ["cups-hlg10-hevc.mp4", "cups-pq10-hevc.mp4"])
  func hdrIsEncodedAsHEVC(name: String) throws {
    let clip = try Clips.path(name)
    for container in ["mp4", "mov"] {
      let output = try made(clip, "out.\(container)", "--frames", "5")
      #expect(try output.probe("v:0", Self.stream) == ["hevc,Main 10,hvc1,yuv420p10le"])
      let tags = "stream=color_transfer,color_primaries,color_space"
      #expect(try output.probe("v:0", tags) == Media(clip).probe("v:0", tags))
    }
    let named = try made(clip, "named.mkv", "--frames", "5", "--codec", "libx264")
    #expect(try named.probe("v:0", "stream=codec_name,pix_fmt") == ["h264,yuv420p10le"])
    let plain = try made(clip, "plain.mp4", "--frames", "5", "--pixel-format", "yuv420p")
    #expect(try plain.probe("v:0", "stream=codec_name,pix_fmt") == ["h264,yuv420p"])
  }

  @Test func photoBecomesAClipThatPlays() throws {
    let photo = try Clips.path("card.jpg")
    let output = try made(photo, "out.mp4")
    #expect(try output.probe("v:0", "stream=codec_name,pix_fmt")[0].hasPrefix("h264,yuv"))
    #expect(try output.probe("v:0", "stream=pix_fmt")[0].hasSuffix("420p"))
  }

  @Test(arguments: [
    ("yuv420p", "DNXHR HQ", "yuv422p"), ("yuv422p10le", "DNXHR HQX", "yuv422p10le"),
    ("yuv444p10le", "DNXHR 444", "yuv444p10le"),
  ])
  func dnxhrProfileFollowsThePixelFormat(format: String, profile: String, stored: String) throws {
    let clip = scratch.path("clip.nut")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=320x180:d=0.2", "-pix_fmt", format, "-c:v",
      "rawvideo", clip)
    let output = try self.made(clip, "out.mov", "--codec", "dnxhr")
    #expect(try output.probe("v:0", "stream=profile,pix_fmt") == ["\(profile),\(stored)"])
  }

  @Test(arguments: ["out.mp3", "out.wav", "out.aiff", "out.flac"])
  func soundFileAsOutputIsRefused(name: String) throws {
    let run = try Command.splash("test:64x48", "--frames", "2", "-o", scratch.path(name))
    #expect(run.status == 64 && run.errors.contains("holds no video"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path(name)))
  }

  @Test(arguments: ["gif", "webp"])
  func gifAndWebPAreScaledDownByDefault(ending: String) throws {
    let clip = scratch.path("clip.mp4")
    try Command.splash("test:640x360@25", "--frames", "25", "-o", clip, "--quiet")
    let size = "stream=width,height"
    func pictures(_ name: String) throws -> Int {
      let again = scratch.path("again.nut")
      try Command.splash(name, "-o", again, "-y", "--quiet").checked()
      return try Media(again).times().count
    }
    let output = try made(clip, "out.\(ending)")
    #expect(try pictures(output.path) == 12)
    let whole = try made(clip, "whole.\(ending)", "--scale", "100%", "--fps", "25")
    #expect(try pictures(whole.path) == 25)
    if ending == "gif" {
      #expect(try output.probe("v:0", size) == ["480,270"])
      #expect(try whole.probe("v:0", size) == ["640,360"])
      #expect(try made(whole.path, "second.gif").probe("v:0", size) == ["640,360"])
    }
    let still = try made(clip, "still.\(ending)", "--frames", "1")
    #expect(try still.probe("v:0", size) == ["640,360"])
    let run = try Command.splash(clip, "-o", output.path, "-y")
    #expect(run.errors.contains("480x270 at 12 frames per second"), "\(run.errors)")
  }

  /// One palette for the whole clip, with error diffusion: as near to the clip as FFmpeg's in two
  /// passes, and far nearer, in fewer bytes, than one palette for all clips.
  @Test(arguments: [["--rest", "grey"], ["--rest", "none"]])
  func gifHasOnePaletteForTheWholeClip(look: [String]) throws {
    let clip = try Clips.path("short-slides.mp4")
    let flags = look + ["--hue", "red", "--fps", "12", "--scale", "320", "--frames", "40"]
    func made(_ name: String, _ more: [String]) throws -> Media {
      try Command.splash([clip, "-o", scratch.path(name), "--quiet"] + flags + more).checked()
      return Media(scratch.path(name))
    }
    let whole = try made("whole.mkv", ["--codec", "ffv1", "--pixel-format", "bgr0"])
    let own = try made("own.gif", [])
    let (theirs, plain) = (scratch.path("theirs.gif"), scratch.path("plain.gif"))
    let filter = "split[a][b];[a]palettegen[p];[b][p]paletteuse"
    for (path, words) in [(theirs, ["-lavfi", filter]), (plain, [])] {
      try Command.ffmpeg(["-i", whole.path] + words + [path])
    }
    let truth = try whole.samples("rgb24")
    func error(_ path: String) throws -> Double {
      let samples = try Media(path).samples("rgb24")
      try #require(samples.count == truth.count)
      return meanSquareError(samples, truth)
    }
    func size(_ path: String) throws -> Int {
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
    let errors = try (own: error(own.path), theirs: error(theirs), plain: error(plain))
    #expect(errors.own < 1.3 * errors.theirs + 1 && errors.own < errors.plain / 4, "\(errors)")
    #expect(try 2 * size(own.path) < size(plain))
  }
}
