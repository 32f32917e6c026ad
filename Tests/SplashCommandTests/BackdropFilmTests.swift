import TestSupport

/// Clips behind the selection, through the command: `--rest video=FILE`.
struct BackdropFilmTests {
  private static let (width, height) = (96, 64)
  /// Greys of the backdrop's frames, a quarter of a second each.
  private static let greys = [40, 90, 140, 190]

  /// A black clip of 30 frames in 3 seconds.
  private static func clip(_ scratch: Scratch) throws -> String {
    let clip = scratch.path("clip.mkv")
    try Command.ffmpeg([
      "-f", "lavfi", "-i", "color=black:s=\(width)x\(height):r=10:d=3", "-pix_fmt", "yuv444p",
      "-c:v", "ffv1", clip,
    ])
    return clip
  }

  /// A clip of four frames in one second, each of one grey.
  private static func film(_ scratch: Scratch) throws -> String {
    let film = scratch.path("film.mkv")
    let bytes = greys.flatMap { Array(repeating: UInt8($0), count: width * height) }
    let raw = scratch.path("film.raw")
    try Data(bytes).write(to: URL(filePath: raw))
    try Command.ffmpeg([
      "-f", "rawvideo", "-pix_fmt", "gray", "-s", "\(width)x\(height)", "-r", "4", "-i", raw,
      "-vf", "scale=out_range=tv,format=yuv444p,setparams=range=tv", "-c:v", "ffv1", film,
    ])
    return film
  }

  /// The grey in the middle of each frame of the result.
  private static func shown(
    _ clip: String, _ flags: [String], _ scratch: Scratch
  ) throws -> [Int] {
    let output = scratch.path("out.mkv")
    try Command.splash(
      [clip, "-y", "--quiet", "-o", output, "--codec", "ffv1", "--white-balance", "off"] + flags
    ).checked()
    let samples = try Media(output).samples("gray")
    let size = width * height
    return (0..<samples.count / size).map { Int(samples[$0 * size + size / 2 + width / 2]) }
  }

  /// The backdrop frame nearest to a time; the backdrop repeats each second.
  private static func nearest(_ time: Double) -> Int {
    let place = time - time.rounded(.down)
    return (0..<4).min { abs(Double($0) / 4 - place) < abs(Double($1) / 4 - place) }!
  }

  /// Alpha of a backdrop is ignored.
  @Test(arguments: [("image", "png", "png"), ("video", "mkv", "ffv1")])
  func alphaOfBackdropIsIgnored(look: String, ending: String, codec: String) throws {
    let scratch = Scratch()
    let clip = try Self.clip(scratch)
    let count = look == "image" ? "1" : "4"
    let shown = try [7, 255].map { alpha in
      let behind = scratch.path("\(alpha).\(ending)")
      try Command.ffmpeg([
        "-f", "lavfi", "-i", "color=0xb4b4b4:s=\(Self.width)x\(Self.height):r=4,format=rgba", "-vf",
        "geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a=\(alpha)", "-frames:v", count, "-c:v", codec,
        "-pix_fmt", codec == "png" ? "rgba" : "bgra", behind,
      ])
      return try Self.shown(clip, ["--rest", "\(look)=\(behind)"], scratch)
    }
    #expect(shown[0] == shown[1] && shown[0].allSatisfy { $0 > 150 }, "\(shown)")
  }

  /// The backdrop follows the clip's time, not its frames, and begins again at its end; a part of
  /// the clip has the same backdrop frames as the whole clip.
  @Test(arguments: [0.0, 1.5]) func backdropVideoFollowsClipTimeAndLoops(start: Double) throws {
    let scratch = Scratch()
    let (clip, film) = try (Self.clip(scratch), Self.film(scratch))
    let flags = ["--rest", "video=\(film)"] + (start > 0 ? ["--start", "\(start)"] : [])
    let shown = try Self.shown(clip, flags, scratch)
    try #require(shown.count == 30 - Int(start * 10))
    for (index, grey) in shown.enumerated() {
      let meant = Self.greys[Self.nearest(start + Double(index) / 10)]
      #expect(abs(grey - meant) <= 2, "picture \(index) from \(start) s")
    }
  }

  /// With `:0.5`, half backdrop and half clip.
  @Test func backdropVideoCanBeMixedWithTheClip() throws {
    let scratch = Scratch()
    let (clip, film) = try (Self.clip(scratch), Self.film(scratch))
    let shown = try Self.shown(clip, ["--rest", "video=\(film):0.5"], scratch)
    #expect(abs(shown[0] - Self.greys[0] / 2) <= 2)
    #expect(abs(shown[8] - Self.greys[3] / 2) <= 2)
  }

  /// A rotated backdrop stands upright behind a rotated clip, and covers it.
  @Test func rotatedBackdropVideoStandsUpright() throws {
    let scratch = Scratch()
    let film = scratch.path("upright.mkv")
    // As wide as high: light above.
    try Command.ffmpeg([
      "-f", "lavfi", "-i", "color=0x303030:s=64x64:r=5:d=1,drawbox=0:0:64:32:0xc0c0c0:fill",
      "-pix_fmt", "yuv420p", "-c:v", "ffv1", film,
    ])
    let turned = scratch.path("turned.mov")
    try Command.ffmpeg([
      "-i", film, "-vf", "transpose=cclock", "-c:v", "mpeg4", scratch.path("t.mov"),
    ])
    try #require(try Media(scratch.path("t.mov")).copyTurned(by: 270, to: turned))
    for back in [film, turned] {
      let output = scratch.path("out.mkv")
      try Command.splash(
        Clips.path("cups-rot90.mov"), "-y", "--quiet", "-o", output, "--codec", "ffv1", "--rest",
        "video=\(back)", "--chroma-floor", "1", "--saturation", "0..0", "--gate-softness", "0",
        "--hue", "0", "--frames", "2"
      ).checked()
      let samples = try Media(output).samples("gray", frames: 1, asDisplayed: true)
      try #require(samples.count == 360 * 640)
      #expect(abs(Int(samples[160 * 360 + 180]) - 0xc0) <= 4, "\(back)")
      #expect(abs(Int(samples[480 * 360 + 180]) - 0x30) <= 4, "\(back)")
    }
  }

  /// A still given as `video=` is refused, and a clip as `image=`; both errors name the right word.
  @Test func stillAsVideoAndVideoAsImageAreRefused() throws {
    let scratch = Scratch()
    let (clip, film) = try (Self.clip(scratch), Self.film(scratch))
    let still = scratch.path("still.png")
    try Command.ffmpeg(["-i", film, "-frames:v", "1", still])
    for (word, file, other) in [("image", film, "video="), ("video", still, "image=\(still)")] {
      let run = try Command.splash(
        clip, "-y", "-o", scratch.path("out.mkv"), "--rest", "\(word)=\(file)")
      #expect(run.status == 2 && run.errors.contains(other), "\(run.errors)")
    }
  }
}
