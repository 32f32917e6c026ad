import TestSupport

/// Clips in unusual formats, made by ffmpeg: red stays red, blue becomes grey.
struct ClipKindTests {
  /// Red above, blue below.
  private func clip(_ name: String, _ more: [String], size: String = "64x48", in scratch: Scratch)
    throws
    -> String
  {
    let path = scratch.path(name)
    try Command.ffmpeg(
      [
        "-f", "lavfi", "-i",
        "color=0x0000ff:size=\(size):rate=5:duration=1,drawbox=t=fill:color=0xff0000:h=ih/2,format=rgb24",
      ] + more + [path])
    return path
  }

  @Test(arguments: [
    "pal8", "bgr8", "rgb555le", "rgb565le", "rgb24", "bgra", "gbrp", "yuv410p", "yuv411p",
  ])
  func everyColorPixelFormatIsSplashed(format: String) throws {
    let scratch = Scratch()
    let palette = "split[a][b];[a]palettegen=max_colors=8[p];[b][p]paletteuse"
    let filter = format == "pal8" ? ["-vf", palette] : []
    let clip = try clip(
      "clip.nut", filter + ["-c:v", "rawvideo", "-pix_fmt", format], in: scratch)
    #expect(try Media(clip).probe("v:0", "stream=pix_fmt") == [format])
    let output = Media(scratch.path("out.mkv"))
    try Command.splash(
      clip, "-o", output.path, "--codec", "ffv1", "--hue", "red", "--white-balance", "off"
    ).checked()
    #expect(try output.times().count == 5)
    let pixels = try output.samples("rgb24", frames: 1)
    try #require(pixels.count == 64 * 48 * 3)
    func pixel(_ row: Int) -> [Int] {
      (0..<3).map { Int(pixels[(row * 64 + 32) * 3 + $0]) }
    }
    let (red, grey) = (pixel(8), pixel(40))
    #expect(red[0] > 220 && red[1] < 40 && red[2] < 40, "\(red)")
    #expect(abs(grey[0] - grey[1]) < 6 && abs(grey[2] - grey[1]) < 6, "\(grey)")
  }

  @Test(arguments: ["gray", "gray10le", "ya8", "monob", "monow"])
  func greyFormatsPassThrough(format: String) throws {
    let scratch = Scratch()
    let clip = try clip("clip.nut", ["-c:v", "rawvideo", "-pix_fmt", format], in: scratch)
    let output = Media(scratch.path("out.mkv"))
    try Command.splash(clip, "-o", output.path, "--codec", "ffv1").checked()
    #expect(try output.times().count == 5)
    #expect(try output.samples("gray", frames: 1) == Media(clip).samples("gray", frames: 1))
  }

  /// A look that adds color gives them color and keeps their luma.
  @Test(arguments: [
    ("gray", "yuv420p"), ("gray10le", "yuv420p10le"), ("gray16le", "yuv420p16le"),
    ("ya8", "yuva420p"),
  ])
  func tintGivesGreyFormatsColor(format: String, colored: String) throws {
    let scratch = Scratch()
    let clip = try clip("clip.nut", ["-c:v", "rawvideo", "-pix_fmt", format], in: scratch)
    let output = Media(scratch.path("out.mkv"))
    try Command.splash(
      clip, "-o", output.path, "--codec", "ffv1", "--keep", "box=0,0,0.5,1", "--rest", "tint=teal"
    ).checked()
    #expect(try output.probe("v:0", "stream=pix_fmt") == [colored])
    let luma = try output.samples("gray", frames: 1)
    #expect(
      try zip(luma, Media(clip).samples("gray", frames: 1)).allSatisfy {
        abs(Int($0) - Int($1)) <= 1
      })
    let pixels = try output.samples("rgb24", frames: 1)
    func pixel(_ column: Int) -> [Int] {
      (0..<3).map { Int(pixels[(40 * 64 + column) * 3 + $0]) }
    }
    let (kept, rest) = (pixel(8), pixel(56))
    #expect(kept.max()! - kept.min()! <= 2 && rest[2] > rest[0] + 8, "\(kept) \(rest)")
    // And alpha.
    let photo = Media(scratch.path("out.png"))
    try Command.splash(
      clip, "-o", photo.path, "--frames", "1", "--keep", "box=0,0,0.5,1", "--rest", "transparent"
    ).checked()
    let alpha = try photo.samples("rgba", frames: 1)
    #expect(alpha[(40 * 64 + 8) * 4 + 3] == 255 && alpha[(40 * 64 + 56) * 4 + 3] == 0)
  }

  /// Readers of these files know one matrix and one range, whatever tags say: the formulas are
  /// JFIF's and BT.601's.
  @Test(arguments: [("jpg", 255.0, 255.0, 0.0), ("webp", 219, 224, 16)])
  func stillsUseTheMatrixAndRangeReadersExpect(
    name: String, lumaSpan: Double, chromaSpan: Double, black: Double
  ) throws {
    let scratch = Scratch()
    for size in ["64x48", "1280x720"] {
      for format in ["gbrp", "yuv420p", "yuv444p"] {
        let clip = try clip(
          "\(size)-\(format).mkv", ["-c:v", "ffv1", "-pix_fmt", format], size: size, in: scratch)
        let output = Media(scratch.path("\(size)-\(format).\(name)"))
        try Command.splash(
          clip, "-o", output.path, "--frames", "1", "--white-balance", "off", "--matrix", "bt601"
        ).checked()
        let stored = try #require(output.probe("v:0", "stream=pix_fmt").first)
        let samples = try output.samples(stored).map(Double.init)
        let count = size == "64x48" ? 64 * 48 : 1280 * 720
        let chroma = (samples.count - count) / 2
        let y = (samples[count / 4] - black) / lumaSpan
        let cb = (samples[count + chroma / 4] - 128) / chromaSpan
        let cr = (samples[count + chroma + chroma / 4] - 128) / chromaSpan
        let (red, blue) = (y + 1.402 * cr, y + 1.772 * cb)
        let green = (y - 0.299 * red - 0.114 * blue) / 0.587
        for (got, wanted) in [(red, 1.0), (green, 0), (blue, 0)] {
          #expect(abs(got - wanted) < 0.02, "\(output.path) \(stored): \(red), \(green), \(blue)")
        }
      }
    }
  }

  /// Tag segments with nothing in them, which other file formats cannot hold.
  @Test(arguments: ["Exif\0\0", "http://ns.adobe.com/xap/1.0/\0"])
  func emptyTagSegmentsAreIgnored(mark: String) throws {
    let scratch = Scratch()
    let photo = try clip("photo.jpg", ["-frames:v", "1"], in: scratch)
    var bytes = try Data(of: photo)
    bytes.insert(contentsOf: [0xff, 0xe1, 0, UInt8(2 + mark.utf8.count)], at: 2)
    bytes.insert(contentsOf: mark.utf8, at: 6)
    try bytes.write(to: URL(fileURLWithPath: photo))
    let output = Media(scratch.path("out.webp"))
    try Command.splash(photo, "-o", output.path, "--no-note").checked()
    #expect(try output.probe("v:0", "stream=width,height") == ["64,48"])
  }

  /// Encoders without interlacing take interlaced frames as they are.
  @Test(arguments: ["jpg", "wmv", "ts"])
  func interlacedFramesFitIntoEveryContainer(container: String) throws {
    let scratch = Scratch()
    let fields = ["-vf", "setfield=tff", "-flags", "+ilme+ildct"]
    let clip = try clip("fields.mkv", ["-c:v", "mpeg2video", "-r", "25"] + fields, in: scratch)
    try #require(Media(clip).probe("v:0", "frame=interlaced_frame").first == "1")
    let name = container == "jpg" ? "%03d.jpg" : "out.\(container)"
    try Command.splash(clip, "-o", scratch.path(name)).checked()
    #expect(try Media(scratch.path(name)).times().count == Media(clip).times().count)
  }

  @Test func oddSizeLosesOneRowAndColumnWithANote() throws {
    let scratch = Scratch()
    let clip = try clip(
      "odd.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv420p"], size: "63x47", in: scratch)
    let output = Media(scratch.path("out.mp4"))
    let run = try Command.splash(clip, "-o", output.path).checked()
    #expect(run.errors.contains("leaving out the last column and row of 63x47"))
    #expect(try output.probe("v:0", "stream=width,height") == ["62,46"])
    #expect(try output.times().count == 5)
    let all = try Command.splash(clip, "-o", output.path, "-y", "--pixel-format", "yuv444p")
    #expect(!all.errors.contains("leaving out"))
    #expect(try output.probe("v:0", "stream=width,height") == ["63,47"])
  }

  @Test func formatsThatPlayersLackAreWarnedOf() throws {
    let scratch = Scratch()
    let clip = try clip("deep.mov", ["-c:v", "prores_ks", "-pix_fmt", "yuv422p10le"], in: scratch)
    let output = Media(scratch.path("out.mp4"))
    let run = try Command.splash(clip, "-o", output.path)
    #expect(run.errors.contains("many players cannot show hevc in yuv422p10le"))
    #expect(try output.probe("v:0", "stream=pix_fmt") == ["yuv422p10le"])
    let plain = try Command.splash(clip, "-o", output.path, "-y", "--pixel-format", "yuv420p")
    #expect(!plain.errors.contains("players"))
    #expect(try output.probe("v:0", "stream=pix_fmt") == ["yuv420p"])
  }

  @Test func containerAspectRatioWinsOverCodecs() throws {
    let scratch = Scratch()
    let plain = try clip(
      "plain.mp4", ["-vf", "setsar=1", "-c:v", "libx264", "-pix_fmt", "yuv420p"], in: scratch)
    let wide = try scratch.make("wide.mp4", "-i", plain, "-c", "copy", "-aspect", "2:1")
    #expect(try Media(wide).probe("v:0", "stream=sample_aspect_ratio") == ["3:2"])
    let output = Media(scratch.path("out.mkv"))
    try Command.splash(wide, "-o", output.path)
    #expect(try output.probe("v:0", "stream=sample_aspect_ratio") == ["3:2"])
  }

  @Test func framesOfAbsurdSizeAreRefused() throws {
    for size in [12_000, 100_000] {
      let header = "YUV4MPEG2 W\(size) H\(size) F25:1 Ip A1:1 C420\nFRAME\n"
      let run = try Command.splash(
        "-", "-o", "null", "--max-pixels", "100000000", input: Data(header.utf8))
      #expect(run.status == 2)
      #expect(run.errors.contains("\(size)x\(size)") && run.errors.contains("--max-pixels"))
    }
    let scratch = Scratch()
    let clip = try clip("small.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p"], in: scratch)
    #expect(try Command.splash(clip, "-o", "null", "--max-pixels", "3071").status == 2)
    #expect(try Command.splash(clip, "-o", "null", "--max-pixels", "3072").status == 0)
    #expect(try Command.splash(clip, "-o", "null", "--max-pixels", "0").status == 64)
  }

  @Test func startAndDurationApplyToTestPattern() throws {
    let scratch = Scratch()
    let output = Media(scratch.path("part.mkv"))
    try Command.splash(
      "test:64x48@25", "-o", output.path, "--start", "0.4", "--duration", "2"
    ).checked()
    let times = try output.times()
    #expect(times.count == 50 && times[0] == 0)
    // The eleventh frame of the pattern comes first.
    let whole = Media(scratch.path("whole.mkv"))
    try Command.splash(
      "test:64x48@25", "-o", whole.path, "--rest", "none", "--codec", "ffv1", "--frames", "12")
    try Command.splash(
      "test:64x48@25", "-o", output.path, "-y", "--rest", "none", "--codec", "ffv1", "--start",
      "0.4",
      "--duration", "0.08")
    let all = try whole.samples("yuv420p")
    #expect(try output.samples("yuv420p") == Array(all.suffix(all.count / 6)))
  }

  /// A part of MPEG-TS begins at a key frame before it, which may be the first one of the file.
  @Test(arguments: [("1", "2"), ("2.5", "3")])
  func transportStreamPartsMatchMP4Parts(start: String, end: String) throws {
    let scratch = Scratch()
    let film = try scratch.make(
      "film.mp4", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-c:v", "libx264", "-preset",
      "ultrafast", "-g", "50", "-bf", "3", "-pix_fmt", "yuv420p")
    let stream = try scratch.make("stream.ts", "-i", film, "-c", "copy")
    let parts = try [film, stream].map { clip in
      try Command.splash(
        clip, "-o", "-", "--quiet", "--start", start, "--end", end, "--white-balance", "off",
        "--smoothing", "0"
      ).output
    }
    #expect(!parts[0].isEmpty && parts[0] == parts[1])
  }
}
