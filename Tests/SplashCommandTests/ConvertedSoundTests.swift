import TestSupport

/// Sound and subtitles that a container cannot carry: converted, at the same times.
struct ConvertedSoundTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var source: [String]
    var container: String
    var codec: String
    var testDescription: String { "\(source.joined(separator: " ")) to .\(container)" }
  }

  static let aac = ["-c:a", "aac"]
  static let pcm = ["-c:a", "pcm_s16le"]
  static let cases = [
    Case(source: aac, container: "webm", codec: "opus"),
    Case(source: pcm, container: "webm", codec: "opus"),
    // PCM in MP4 is carried from FFmpeg 6.1 on.
    Case(source: ["-c:a", "wmav2"], container: "mp4", codec: "aac"),
    Case(source: ["-c:a", "pcm_s24le"], container: "ts", codec: "aac"),
    Case(source: aac, container: "ogv", codec: "vorbis"),
    Case(source: aac, container: "mxf", codec: "pcm_s16le"),
    Case(source: pcm, container: "mxf", codec: "pcm_s16le"),
    Case(source: pcm, container: "ts", codec: "aac"),
    Case(source: aac, container: "mpg", codec: "mp2"),
    Case(source: ["-c:a", "flac"], container: "mov", codec: "aac"),
  ]

  /// A tone that comes and goes is heard when it was, from the first to the last.
  @Test(arguments: cases)
  func convertedTonesKeepTheirTimes(test: Case) throws {
    let scratch = Scratch()
    let clip = try clip(test.source, in: scratch)
    let output = Media(scratch.path("out.\(test.container)"))
    let run = try Command.splash(clip, "-o", output.path).checked()
    #expect(run.errors.contains("since"))
    #expect(try output.probe("a:0", "stream=codec_name").first == test.codec)
    let before = try onsets(Media(clip))
    let after = try onsets(output)
    #expect(before.count == 5)
    #expect(after.count == 5)
    for (old, new) in zip(before, after) { #expect(abs(old - new) < 0.025) }
  }

  /// MXF frames all last equally long, so frames of an uneven source are repeated.
  @Test func unevenFramesKeepTheClipLengthInMXF() throws {
    let scratch = Scratch()
    let (clip, output) = (scratch.path("uneven.mp4"), Media(scratch.path("out.mxf")))
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30:d=2", "-vf",
      "select='mod(n,7)-3',setpts='PTS+0.012*mod(N*7,5)/5/TB'", "-fps_mode", "vfr",
      "-enc_time_base", "1:90000", "-preset", "ultrafast", clip)
    try Command.splash(clip, "-o", output.path).checked()
    let seconds = try Double(#require(output.probe("v:0", "stream=duration").first)) ?? 0
    #expect(abs(seconds - 2) < 0.05, "\(seconds) s")
  }

  /// A gap in the source stays a gap: sound after it does not come early.
  @Test func gapsInSoundBecomeSilence() throws {
    let scratch = Scratch()
    let clip = try clip(Self.pcm, in: scratch)
    let torn = try scratch.make(
      "torn.mkv", "-i", clip, "-c", "copy", "-bsf:a", "noise=drop='between(pts*tb,1.2,1.8)'")
    let output = Media(scratch.path("out.webm"))
    try Command.splash(torn, "-o", output.path).checked()
    let (before, after) = (try onsets(Media(clip)), try onsets(output))
    #expect(before.count == 5 && after.count >= 4)
    #expect(abs(try #require(after.last) - before[4]) < 0.06)
  }

  /// A clock that jumps by an hour adds no hour of silence.
  @Test func clockJumpAddsNoSilence() throws {
    let scratch = Scratch()
    let leap = try scratch.make(
      "leap.mkv", "-i", clip(Self.pcm, in: scratch), "-c", "copy", "-bsf:a",
      "setts=ts='if(gt(N,20),TS+3600000,TS)'")
    let output = Media(scratch.path("out.webm"))
    try Command.splash(leap, "-o", output.path).checked()
    let packets = try output.probe("a:0", "packet=size").count
    #expect((100..<200).contains(packets), "\(packets)")
  }

  /// These containers begin with the first frame: sound before it is cut, and no more.
  @Test(arguments: [("mxf", "mpeg2video"), ("avi", "mjpeg")])
  func soundBeforeTheFirstFrameIsCutOnce(container: String, codec: String) throws {
    let scratch = Scratch()
    let clip = try clip(["-c:a", "alac"], in: scratch)
    let early = Media(
      try scratch.make(
        "early.mkv", "-i", clip, "-itsoffset", "1", "-i", clip, "-map", "0:a", "-map", "1:v",
        "-c", "copy"))
    let output = Media(scratch.path("out.\(container)"))
    try Command.splash(early.path, "-o", output.path, "--codec", codec).checked()
    let (before, after) = (try onsets(early).filter { $0 > 0 }, try onsets(output))
    #expect(before.count == 3 && after.count == 3, "\(before), \(after)")
    for (old, new) in zip(before, after) { #expect(abs(old - new) < 0.025) }
  }

  /// Joined recordings may contain a moment twice; sound after it must not come late.
  @Test func overlappingSoundIsHeardOnce() throws {
    let scratch = Scratch()
    let clip = try clip(Self.aac, in: scratch)
    let first = try scratch.make(
      "first.ts", "-t", "1.2", "-i", clip, "-t", "1.8", "-i", clip, "-map", "0:v", "-map", "1:a",
      "-preset", "ultrafast", "-c:v", "libx264", "-c:a", "aac", "-muxdelay", "0")
    let second = try scratch.make(
      "second.ts", "-i", clip, "-preset", "ultrafast", "-c:v", "libx264", "-c:a", "aac",
      "-muxdelay", "0", "-output_ts_offset", "1.2")
    var joined = try Data(of: first)
    try joined.append(Data(of: second))
    try joined.write(to: URL(fileURLWithPath: scratch.path("joined.ts")))
    let output = Media(scratch.path("out.webm"))
    try Command.splash(scratch.path("joined.ts"), "-o", output.path).checked()
    let found = try onsets(output)
    #expect(found.count == 7, "\(found)")
    for (index, time) in found.enumerated() {
      #expect(abs(time - 0.1 - 0.6 * Double(index)) < 0.06, "\(found)")
    }
  }

  @Test(arguments: [("mp4", "mov_text"), ("webm", "webvtt"), ("mkv", "subrip")])
  func textSubtitlesAreConvertedAtTheSameTimes(container: String, codec: String) throws {
    let scratch = Scratch()
    let text =
      "1\n00:00:00,500 --> 00:00:01,250\nhello\n\n2\n00:00:02,000 --> 00:00:02,800\n<i>you</i>\n\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.path("text.srt")))
    let clip = try scratch.make(
      "titled.mkv", "-i", try self.clip(Self.aac, in: scratch), "-i", scratch.path("text.srt"),
      "-map", "0", "-map", "1", "-c", "copy")
    let output = Media(scratch.path("out.\(container)"))
    try Command.splash(clip, "-o", output.path).checked()
    #expect(try output.probe("s:0", "stream=codec_name") == [codec])
    let back = try Command.run(
      "ffmpeg", ["-v", "error", "-i", output.path, "-map", "0:s", "-f", "srt", "-"]
    ).text
    func words(_ text: String) -> [String] {
      text.split(separator: "\n").map(String.init).filter { !$0.contains("-->") }
    }
    #expect(words(back) == words(text))
    #expect(zip(try shown(Media(clip)), try shown(output)).allSatisfy { abs($0 - $1) < 0.01 })
    #expect(try shown(output).count == 2)
  }

  /// Seconds after the first frame at which subtitles come; MP4 fills the gaps with empty ones.
  private func shown(_ media: Media) throws -> [Double] {
    let picture = try #require(try media.times().first)
    return try media.probe("s:0", "packet=pts_time,size").compactMap { line in
      let fields = line.split(separator: ",").compactMap { Double($0) }
      return fields.count == 2 && fields[1] > 2 ? fields[0] - picture : nil
    }
  }

  /// Seconds after the first frame at which a tone begins after silence.
  private func onsets(_ media: Media) throws -> [Double] {
    let samples = try Command.run(
      "ffmpeg",
      [
        "-v", "error", "-i", media.path, "-map", "0:a:0", "-ac", "1", "-ar", "8000", "-f", "s16le",
        "-",
      ]
    ).output
    let first = try #require(try media.probe("a:0", "frame=pts_time").first.flatMap(Double.init))
    let picture = try #require(try media.times().first)
    var (found, quiet) = ([Double](), 10_000)
    samples.withUnsafeBytes {
      for (index, sample) in $0.bindMemory(to: Int16.self).enumerated() {
        if abs(Int(sample)) > 4000 {
          if quiet > 1000 { found.append(first + Double(index) / 8000 - picture) }
          quiet = 0
        } else {
          quiet += 1
        }
      }
    }
    return found
  }

  /// Three seconds with five tones, each a fifth of a second long.
  private func clip(_ codec: [String], in scratch: Scratch) throws -> String {
    let path = scratch.path("clip.mkv")
    let tones = "aevalsrc=0.5*sin(1000*2*PI*t)*between(mod(t\\,0.6)\\,0.1\\,0.3):s=44100:d=3"
    try Command.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=3", "-f", "lavfi",
        "-i",
        tones, "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p",
      ] + codec + [path])
    return path
  }
}
