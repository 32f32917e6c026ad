internal import Foundation

/// A clip that FFmpeg makes, with the properties of a camera's that a test needs.
struct MadeClip: Sendable {
  private enum Recipe: Sendable {
    /// Arguments before the output; they may name other clips.
    case ffmpeg(@Sendable () throws -> [String])
    case text(String)
  }

  private let recipe: Recipe
  /// The rotation for players, in degrees.
  private var turn = 0

  private init(turn: Int = 0, _ arguments: @escaping @Sendable () throws -> [String]) {
    recipe = .ffmpeg(arguments)
    self.turn = turn
  }

  private init(text: String) { recipe = .text(text) }

  /// Writes the clip to a file, whose extension decides the container.
  func make(_ path: String) throws {
    switch recipe {
    case .text(let text): try text.write(toFile: path, atomically: true, encoding: .utf8)
    case .ffmpeg(let arguments) where turn == 0: try Command.ffmpeg(arguments() + [path])
    case .ffmpeg(let arguments):
      let scratch = Scratch()
      let plain = scratch.path("plain.mov")
      try Command.ffmpeg(arguments() + [plain])
      guard try Media(plain).copyTurned(by: turn, to: path) else {
        throw Clips.Failure(text: "\(path): this FFmpeg cannot store a turn")
      }
    }
  }

  // MARK: - Ingredients

  /// Cheaper for the compiler than sums.
  private static func joined(_ parts: [String]...) -> [String] { parts.flatMap(\.self) }

  private static func scene(seconds: Double = 2) throws -> [String] {
    try ["-t", "\(seconds)", "-i", Clips.path("scene.mkv")]
  }

  private static func sound(seconds: Double) -> [String] {
    ["-f", "lavfi", "-i", "sine=f=330:r=48000:d=\(seconds),volume=0.3"]
  }

  /// Converts R'G'B' to samples of a matrix and range, with the tags for them.
  private static func picture(
    _ matrix: String = "bt709", range: String = "tv", format: String = "yuv420p",
    size: String = "", then filter: String = "null", transfer: String = "bt709",
    primaries: String = "bt709", isTagged: Bool = true
  ) -> [String] {
    let space = ["bt601": "smpte170m", "bt2020": "bt2020nc"][matrix] ?? matrix
    let tags = ":colorspace=\(space):color_trc=\(transfer):color_primaries=\(primaries)"
    // Tags as output options would make FFmpeg 7.1 convert the frames.
    let filters = "\(filter),scale=\(size)out_color_matrix=\(matrix):out_range=\(range)"
    return [
      "-vf", filters + ",setparams=range=\(range)" + (isTagged ? tags : ""), "-pix_fmt", format,
    ]
  }

  private static let lossless = ["-c:v", "ffv1", "-pix_fmt", "gbrp"]
  private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "16"]
  private static let aac = ["-c:a", "aac", "-b:a", "96k"]

  private static func x265(_ more: String...) -> [String] {
    let options = (["log-level=error"] + more).joined(separator: ":")
    return ["-c:v", "libx265", "-preset", "ultrafast", "-crf", "14", "-x265-params", options]
  }

  /// By BT.2100.
  private static func highDynamicRange(_ transfer: String, _ more: String...) -> [String] {
    let parameters =
      ["colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc:chromaloc=2"] + more
    return picture(
      "bt2020", format: "yuv420p10le", transfer: transfer, primaries: "bt2020")
      + x265(parameters.joined(separator: ":"))
  }

  // MARK: - The list

  static let all = masters.merging(recordings()) { $1 }.merging(encodings()) { $1 }

  /// Sources of the other clips: lossless, in R'G'B'.
  private static let masters: [String: MadeClip] = [
    "scene.mkv": .init { ["-f", "lavfi", "-i", Scene.graph, "-t", "4"] + lossless },
    "card.mkv": .init { ["-f", "lavfi", "-i", Card.graph, "-frames:v", "3"] + lossless },
    "card.png": .init { try ["-i", Clips.path("card.mkv"), "-frames:v", "1"] },
    "card-tungsten.png": .init {
      let light = Card.tungsten
      return try [
        "-i", Clips.path("card.mkv"), "-frames:v", "1", "-vf",
        "colorchannelmixer=rr=\(light.red):bb=\(light.blue)",
      ]
    },
    "card.jpg": .init {
      try ["-i", Clips.path("card.mkv"), "-frames:v", "1"]
        + picture("bt601", range: "pc", format: "yuvj444p") + ["-q:v", "2"]
    },
    "chapters.txt": .init(
      text: """
        ;FFMETADATA1
        title=Three cups
        artist=Nobody
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=700
        title=Before
        [CHAPTER]
        TIMEBASE=1/1000
        START=700
        END=2000
        title=After

        """),
    "words.srt": .init(
      text: """
        1
        00:00:00,200 --> 00:00:00,900
        Where is it?

        2
        00:00:01,000 --> 00:00:01,800
        There.

        """),
  ]

  /// Clips as of phones, cameras and the web; one by one, which is easier for the compiler.
  private static func recordings() -> [String: MadeClip] {
    var all: [String: MadeClip] = [:]
    all["cups.mp4"] = MadeClip {
      try joined(scene(seconds: 4), sound(seconds: 4), picture(), x264, aac)
    }
    all["cups-720p.mp4"] = MadeClip {
      try joined(
        scene(seconds: 4), sound(seconds: 4), picture(size: "1280:720:"), x264, aac)
    }
    all["cups-vfr.mp4"] = MadeClip {
      try joined(
        scene(), sound(seconds: 2),
        picture(then: "setpts='(N/30+0.1+0.006*mod(7*N,5)/5)/TB'"),
        ["-fps_mode", "passthrough", "-video_track_timescale", "600"], x264, aac)
    }
    all["cups-rot180-vfr.mp4"] = MadeClip(turn: 180) {
      try joined(
        scene(seconds: 1), sound(seconds: 3),
        picture(then: "setpts='(N/10.5+0.004*mod(3*N,4))/TB'"), ["-fps_mode", "passthrough"],
        x264, aac)
    }
    all["cups-rot90.mov"] = MadeClip(turn: 90) {
      try joined(scene(seconds: 1), sound(seconds: 1), picture(), x264, aac)
    }
    all["cups-hevc-full-two-tracks.mp4"] = MadeClip {
      try joined(
        scene(seconds: 1), ["-f", "lavfi", "-i", "testsrc2=s=1024x768:r=2:d=1"],
        ["-map", "0:v", "-map", "1:v"], picture(range: "pc", format: "yuvj420p"), x265())
    }
    all["cups-mjpeg422-full.avi"] = MadeClip {
      try joined(
        scene(seconds: 1), sound(seconds: 1),
        picture("bt601", range: "pc", format: "yuvj422p", isTagged: false),
        ["-c:v", "mjpeg", "-q:v", "3", "-c:a", "pcm_s16le"])
    }
    all["cups-mpeg2-422-interlaced.mxf"] = MadeClip {
      try joined(
        scene(seconds: 1), sound(seconds: 1),
        picture(
          "bt601", format: "yuv422p", size: "720:608:", then: "setfield=tff", isTagged: false),
        ["-r", "25", "-c:v", "mpeg2video", "-b:v", "20M", "-flags", "+ildct+ilme"],
        ["-c:a", "pcm_s16le"])
    }
    all["cups-interlaced.mp4"] = MadeClip {
      try joined(
        scene(), picture(then: "format=yuv444p,tinterlace=interleave_top,setfield=tff"),
        x264, ["-flags", "+ilme+ildct"])
    }
    all["cups-hlg10-hevc.mp4"] = MadeClip {
      try scene(seconds: 0.4) + highDynamicRange("arib-std-b67")
    }
    all["cups-pq10-hevc.mp4"] = MadeClip {
      try scene(seconds: 0.4)
        + highDynamicRange(
          "smpte2084", "max-cll=1000,400",
          "master-display=G(13250,34500)B(7500,3000)"
            + "R(34000,16000)WP(15635,16450)L(10000000,1)")
    }
    // Long enough for a job to be observed while it runs.
    all["minute.mp4"] = MadeClip {
      ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=25:d=60", "-preset", "ultrafast"]
    }
    // A movie: chapters, a title, subtitles, languages, pixels that are not square.
    all["cups-film.mkv"] = MadeClip {
      try joined(
        scene(), sound(seconds: 2),
        ["-i", Clips.path("words.srt"), "-i", Clips.path("chapters.txt")],
        ["-map", "0:v", "-map", "1:a", "-map", "2:s", "-map_metadata", "3", "-map_chapters", "3"],
        ["-metadata:s:a", "language=fin", "-metadata:s:s", "language=isl"],
        picture(then: "setsar=4/3"), x264, aac, ["-c:s", "srt"])
    }
    // Long enough for parts, each with more before it than is remembered, in changing light.
    all["parts-film.mp4"] = MadeClip {
      let light = "eq=gamma_r='1+0.3*sin(t)':gamma_b='1+0.3*cos(0.7*t)':eval=frame"
      return try joined(
        ["-stream_loop", "3", "-t", "16", "-i", Clips.path("scene.mkv")], sound(seconds: 16),
        ["-i", Clips.path("words.srt"), "-i", Clips.path("chapters.txt")],
        ["-map", "0:v", "-map", "1:a", "-map", "2:s", "-map_metadata", "3", "-map_chapters", "3"],
        ["-metadata:s:a", "language=fin"], picture(size: "320:180:", then: light), x264,
        ["-g", "25"], aac, ["-c:s", "mov_text"])
    }
    // Long and quickly processed: one frame a second.
    all["slides.mp4"] = MadeClip {
      joined(
        ["-f", "lavfi", "-i", "testsrc2=s=720x480:r=1:d=102"], sound(seconds: 102),
        ["-pix_fmt", "yuv420p"], x264, aac)
    }
    // The same for slow analysis of each frame, in the same size, and in a smaller one.
    all["few-slides.mp4"] = MadeClip {
      joined(
        ["-f", "lavfi", "-i", "testsrc2=s=720x480:r=1:d=12"], sound(seconds: 12),
        ["-pix_fmt", "yuv420p"], x264, aac)
    }
    all["short-slides.mp4"] = MadeClip {
      joined(
        ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=1:d=24"], sound(seconds: 24),
        ["-pix_fmt", "yuv420p"], x264, aac)
    }
    // Water at sunset, one color everywhere, with a white bird that swims across.
    all["sunset.mkv"] = MadeClip {
      let water =
        "life=s=80x45:r=30:seed=5:mold=30:ratio=0.5:life_color=0xe08020:"
        + "death_color=0x8a4a10:mold_color=0xa85c18,scale=640:360:flags=bicubic,format=gbrp"
      let bird = "color=0xe8e4e0:s=300x200:r=30"
      return [
        "-f", "lavfi", "-i", water, "-f", "lavfi", "-i", bird, "-filter_complex",
        "[0][1]overlay=100+60*t:150:format=gbrp,noise=all_seed=9:all_strength=6:all_flags=t",
        "-t", "1",
      ] + lossless
    }
    return all
  }

  /// One scene in ten encodings.
  private static func encodings() -> [String: MadeClip] {
    var all: [String: MadeClip] = [:]
    all["same-bt709-limited-420-h264.mp4"] = MadeClip {
      try joined(scene(seconds: 0.5), picture(), x264)
    }
    all["same-bt601-limited-420-h264.mp4"] = MadeClip {
      try joined(scene(seconds: 0.5), picture("bt601"), x264)
    }
    all["same-bt709-full-420-h264.mp4"] = MadeClip {
      try joined(
        scene(seconds: 0.5), picture(range: "pc", format: "yuvj420p"), x264)
    }
    all["same-bt709-limited-422p10-hevc.mp4"] = MadeClip {
      try joined(
        scene(seconds: 0.5), picture(format: "yuv422p10le"), x265())
    }
    all["same-bt709-limited-444-vp9.webm"] = MadeClip {
      try joined(
        scene(seconds: 0.5), picture(format: "yuv444p"),
        ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "8M"])
    }
    all["same-bt709-limited-422p10-prores.mov"] = MadeClip {
      try joined(
        scene(seconds: 0.5), picture(format: "yuv422p10le"), ["-c:v", "prores_ks"])
    }
    all["same-bt601-full-422-mjpeg.avi"] = MadeClip {
      try joined(
        scene(seconds: 0.5),
        picture("bt601", range: "pc", format: "yuvj422p", isTagged: false),
        ["-c:v", "mjpeg", "-q:v", "2"])
    }
    all["same-bt2020-limited-420p10-hevc.mp4"] = MadeClip {
      try joined(
        scene(seconds: 0.5), picture("bt2020", format: "yuv420p10le"),
        x265("colormatrix=bt2020nc"))
    }
    all["same-bt601-untagged-420-h264.mp4"] = MadeClip {
      try joined(
        scene(seconds: 0.5), picture("bt601", isTagged: false), x264)
    }
    all["same-bt601-untagged-444p12-ffv1.nut"] = MadeClip {
      try joined(
        scene(seconds: 0.5), picture("bt601", format: "yuv444p12le", isTagged: false),
        ["-c:v", "ffv1"])
    }
    return all
  }
}
