import TestSupport

/// What must be in the output as it was in the input, judged by ffprobe and ffmpeg.
struct CarriedAlongTests {
  struct Clip: Sendable, CustomTestStringConvertible {
    var name: String
    var container: String
    /// Containers count time in their own units: Matroska in milliseconds.
    var tolerance: Double { container == "mkv" ? 0.0011 : 0 }
    var testDescription: String { "\(name) to .\(container)" }

    /// - Parameter words: a file and, unless MP4, a container.
    init(_ words: String) {
      let words = words.split(separator: " ").map(String.init)
      (name, container) = (words[0], words.count > 1 ? words[1] : "mp4")
    }
  }

  static let clips =
    [
      "cups.mp4", "cups.mp4 mkv", "cups-vfr.mp4", "cups-rot180-vfr.mp4", "cups-rot90.mov mov",
      "cups-hevc-full-two-tracks.mp4", "cups-mjpeg422-full.avi mkv",
      "cups-mpeg2-422-interlaced.mxf mkv", "cups-hlg10-hevc.mp4", "cups-pq10-hevc.mp4",
      "cups-interlaced.mp4", "cups-film.mkv mkv",
    ].map { Clip($0) } + Footage.adding(real, named: \.name)

  private static let real = [
    "cups-red-720p.mp4", "cups-red-720p.mp4 mkv", "dog-person-720p.mp4",
    "ducks-goldenhour-vfr.mp4", "firedog-indoor-rot180-vfr.mp4",
    "keyboard-red-lowlight-rot90.mp4 mov", "selfie-hevc-fullrange-rot90-vfr.mp4",
    "road-mjpeg422-fullrange.avi mkv", "paperflowers-mpeg2-422-interlaced.mxf mkv",
    "colorchecker-hlg10-hevc.mp4", "same-scene/j-interlaced-tff-h264.mp4",
  ].map { Clip($0) }

  @Test(arguments: clips.sampled(3))
  func everyFrameKeepsItsTime(clip: Clip) throws {
    let (input, output, _) = try splash(clip)
    let before = try input.times()
    let after = try output.times()
    #expect(!before.isEmpty)
    #expect(before.count == after.count)
    let shift = try self.shift(clip, input, output)
    let moved = zip(before, after).map { abs($1 - $0 - shift) }
    #expect(try #require(moved.max()) <= clip.tolerance)
  }

  @Test(arguments: clips.sampled(3))
  func soundIsCopiedBitForBit(clip: Clip) throws {
    let (input, output, _) = try splash(clip)
    let before = try soundTimes(input)
    let after = try soundTimes(output)
    #expect(before.count == after.count)
    guard !before.isEmpty else { return }
    #expect(try input.packetDigest("0:a") == output.packetDigest("0:a"))
    let shift = try self.shift(clip, input, output)
    let moved = zip(before, after).map { abs($1 - $0 - shift) }
    #expect(moved.max() ?? 0 <= max(clip.tolerance, 1e-6))
  }

  /// Matroska has no times before zero, where AAC sound begins: there, sound and frames both
  /// move by the same amount. Everywhere else nothing moves.
  private func shift(_ clip: Clip, _ input: Media, _ output: Media) throws -> Double {
    guard clip.container == "mkv", let before = try soundTimes(input).first, before < 0 else {
      return 0
    }
    return try #require(soundTimes(output).first) - before
  }

  private func soundTimes(_ media: Media) throws -> [Double] {
    try media.probe("a", "packet=pts_time").compactMap(Double.init)
  }

  @Test(arguments: clips.sampled(3))
  func tagsOfTheVideoStreamAreKept(clip: Clip) throws {
    let (input, output, _) = try splash(clip)
    let tags = "stream=width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries"
    #expect(try input.probe("v:0", tags) == output.probe("v:0", tags))
    let rotation = "stream_side_data=rotation"
    #expect(try input.probe("v:0", rotation) == output.probe("v:0", rotation))
    // H.264 knows where chroma lies in 4:2:0 alone.
    if try input.probe("v:0", "stream=pix_fmt")[0].contains("420") {
      // Unspecified means left (H.264, E.2.1).
      func location(_ media: Media) throws -> [String] {
        try media.probe("v:0", "stream=chroma_location").map { $0 == "unspecified" ? "left" : $0 }
      }
      #expect(try location(input) == location(output))
    }
    let aspect = "stream=sample_aspect_ratio"
    let (old, new) = (try input.probe("v:0", aspect), try output.probe("v:0", aspect))
    #expect(old == new || old == ["N/A"] && new == ["1:1"])
    #expect(
      try input.probe("v:0", "frame=interlaced_frame,top_field_first")
        == output.probe("v:0", "frame=interlaced_frame,top_field_first"))
  }

  @Test func videoStreamIsChosenOverStills() throws {
    let (_, output, errors) = try splash(Clip("cups-hevc-full-two-tracks.mp4"))
    #expect(try output.probe("v:0", "stream=width,height") == ["640,360"])
    #expect(try output.probe("v", "stream=index").count == 1)
    #expect(errors.contains("leaving out video stream 1"))
  }

  @Test func clipKeepsChaptersTitleSubtitlesAndLanguages() throws {
    let (input, output, _) = try splash(Clip("cups-film.mkv mkv"))
    func all(_ media: Media, _ entries: String) throws -> [String] {
      try Command.run(
        "ffprobe", ["-v", "error", "-show_entries", entries, "-of", "compact", media.path]
      ).lines
    }
    for entries in [
      "chapter=start_time,end_time:chapter_tags=title", "format_tags=title,artist",
      "stream=codec_type:stream_tags=language", "stream=sample_aspect_ratio",
    ] {
      let before = try all(input, entries)
      #expect(try all(output, entries) == before, "\(entries)")
    }
    #expect(try all(input, "chapter_tags=title").count == 2)
    #expect(try input.packetDigest("0:s") == output.packetDigest("0:s"))
  }

  /// A chapter that lies partly outside of the part is cut, and no clip is lengthened by one that
  /// lies outside.
  @Test(arguments: ["mkv", "mp4"]) func partKeepsOnlyItsOwnChapters(container: String) throws {
    let scratch = Scratch()
    let list = scratch.path("chapters.txt")
    let chapters = (0..<4).map {
      "[CHAPTER]\nTIMEBASE=1/1\nSTART=\($0)\nEND=\($0 + 1)\ntitle=\($0)\n"
    }
    try ";FFMETADATA1\n\(chapters.joined())".write(toFile: list, atomically: true, encoding: .utf8)
    let film = try scratch.make(
      "film.mkv", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=4", "-i", list, "-map", "0",
      "-map_chapters", "1", "-c:v", "libx264", "-pix_fmt", "yuv420p")
    let output = Media(scratch.path("part.\(container)"))
    try Command.splash(film, "-o", output.path, "--start", "1.5", "--end", "2.5").checked()
    #expect(
      try output.probe("v:0", "chapter=start_time,end_time:chapter_tags=title")
        == ["0.000000,0.500000,1", "0.500000,1.000000,2"])
    #expect(try output.probe("v:0", "format=duration") == ["1.000000"])
  }

  @Test func flagsLeaveOutSoundAndSubtitles() throws {
    let scratch = Scratch()
    let film = try Clips.path("cups-film.mkv")
    func kinds(_ flags: String...) throws -> Set<String> {
      let output = scratch.path("out.mkv")
      let run = try Command.splash([film, "-o", output, "-y"] + flags)
      #expect(run.status == 0 && !run.errors.contains("leaving out"), "\(run.errors)")
      return Set(
        try Command.run(
          "ffprobe",
          ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", output]
        ).lines)
    }
    #expect(try kinds() == ["video", "audio", "subtitle"])
    #expect(try kinds("--no-audio") == ["video", "subtitle"])
    #expect(try kinds("--no-subtitles") == ["video", "audio"])
    #expect(try kinds("-an", "-sn") == ["video"])
  }

  @Test func partStartsAtZeroWithItsSound() throws {
    let scratch = Scratch()
    let output = Media(scratch.path("part.mp4"))
    try Command.splash(
      Clips.path("cups.mp4"), "-o", output.path, "--start", "2", "--duration", "1.5"
    ).checked()
    let times = try output.times()
    #expect(times.count == 45)
    #expect(times[0] < 0.034)
    let whole = try Media(Clips.path("cups.mp4")).times()
    let first = try #require(whole.first { $0 >= 2 })
    #expect(abs(times[0] - (first - 2)) < 0.0005)
    let sound = try output.probe("a", "packet=pts_time").compactMap(Double.init)
    #expect((69...72).contains(sound.count))
    #expect(abs(try #require(sound.first)) < 0.022)
  }

  @Test func frameLimitCutsSoundToTheSameLength() throws {
    let scratch = Scratch()
    let output = Media(scratch.path("part.mp4"))
    try Command.splash(
      Clips.path("cups.mp4"), "-o", output.path, "--frames", "60"
    ).checked()
    #expect(try output.times().count == 60)
    let last = try output.probe("a", "packet=pts_time").compactMap(Double.init).last
    #expect(abs(try #require(last) - 2.0) < 0.06)
  }

  private func splash(_ clip: Clip) throws -> (input: Media, output: Media, errors: String) {
    let input = try Media(Clips.path(clip.name))
    let output = Media(try Self.results.output(for: clip, input: input.path))
    return (input, output, Self.results.errors(for: clip))
  }

  static let results = Results()

  /// Every clip is splashed once and looked at by several tests.
  final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private let scratch = Scratch()
    private var runs: [String: Command] = [:]

    func output(for clip: Clip, input: String) throws -> String {
      lock.lock()
      defer { lock.unlock() }
      let key = clip.testDescription
      let path = scratch.path("\(key.hashValue.magnitude).\(clip.container)")
      if runs[key] == nil {
        runs[key] = try Command.splash(input, "-o", path, "--hue", "red", "--preset", "ultrafast")
      }
      try #require(runs[key]!.status == 0, "\(runs[key]!.errors)")
      return path
    }

    func errors(for clip: Clip) -> String {
      lock.withLock { runs[clip.testDescription]?.errors ?? "" }
    }
  }
}
