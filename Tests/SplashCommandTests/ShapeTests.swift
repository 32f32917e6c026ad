import TestSupport

/// Frames of another shape and rate, compared with FFmpeg's filters: crop, transpose, scale, and
/// the frame that is due at a time.
struct ShapeTests {
  private let scratch = Scratch()

  /// Keeps every frame as it is.
  private static let plain = ["--rest", "none", "--quiet", "-y"]

  private func made(_ clip: String, _ name: String, _ flags: [String]) throws -> Media {
    let path = scratch.path(name)
    try Command.splash([clip, "-o", path] + flags + Self.plain).checked()
    return Media(path)
  }

  /// A short lossless clip of noise, whose frames are all different.
  private func clip(
    _ size: String = "320x180", format: String = "yuv420p", rate: String = "25",
    seconds: Double = 0.4, filter: String = "null"
  ) throws -> String {
    return try scratch.make(
      "clip-\(size)-\(format).mkv", "-f", "lavfi", "-i",
      "testsrc2=s=\(size):r=\(rate):d=\(seconds)",
      "-vf",
      "format=\(format),\(filter)", "-c:v", "ffv1")
  }

  @Test(arguments: [
    ("--scale 50%", "160,90"), ("--scale 100%", "320,180"), ("--scale 640", "640,360"),
    ("--scale 90p", "160,90"),
    ("--scale 160x90", "160,90"), ("--crop 9:16", "102,180"), ("--crop 1:1", "180,180"),
    ("--crop 80,20,160,100", "160,100"), ("--crop 0.25,0,0.5,1", "160,180"),
    ("--crop 300,100,100,200", "20,80"), ("--rotate 90", "180,320"), ("--mirror", "320,180"),
    ("--crop 9:16 --scale 108x192", "108,192"), ("--crop 9:16 --scale 1080", "1080,1920"),
    ("--crop 9:16 --rotate 90 --scale 192", "192,108"),
    ("--crop follow:4:5 --scale 400", "400,500"), ("--rotate 270 --scale 90p", "90,160"),
    ("--crop 2:1 --rotate 90 --scale 50%", "80,160"), ("--show side-by-side --scale 320", "320,90"),
    ("--show side-by-side --crop 1:1", "360,180"), ("--show mask --crop 1:1", "180,180"),
  ])
  func outputHasTheRequestedSize(flags: String, size: String) throws {
    let output = try made(clip(), "out.mp4", flags.components(separatedBy: " "))
    #expect(try output.probe("v:0", "stream=width,height,sample_aspect_ratio") == [size + ",1:1"])
  }

  /// A part that stands still and has the selection beside it says so in one line, and how to track
  /// it.
  @Test(arguments: [
    ("0.05", "--crop 9:16", 1), ("0.45", "--crop 9:16", 0), ("0.05", "--crop follow:9:16", 0),
    ("0.05", "--crop 0,0,0.5,1", 0), ("0.05", "--crop 9:16 --rotate 90", 1),
  ])
  func selectionBesideTheCropIsReported(left: String, crop: String, lines: Int) throws {
    let clip = try scratch.make(
      "side.mkv", "-f", "lavfi", "-i",
      "color=0x808080:s=320x180:r=10:d=0.4,drawbox=\(left)*iw:60:0.1*iw:60:0xc03030:fill",
      "-pix_fmt", "yuv420p", "-c:v", "ffv1")
    let run = try Command.splash(
      [clip, "-o", "null", "--hue", "red", "--white-balance", "off"]
        + crop.components(separatedBy: " ")
    ).checked()
    let said = run.errors.split(separator: "\n").filter { $0.contains("leaves out the middle") }
    #expect(said.count == lines, "\(run.errors)")
    #expect(said.allSatisfy { $0.contains("in 4 of 4 frames; --crop follow:9:16") }, "\(said)")
  }

  /// Cropped, rotated or mirrored frames have the same samples, of rotated clips too.
  @Test(arguments: [
    ("--crop 80,20,160,100", "crop=160:100:80:20"), ("--crop 1:1", "crop=180:180:70:0"),
    ("--rotate 90", "transpose=1"), ("--rotate 180", "hflip,vflip"),
    ("--rotate -90", "transpose=2"),
    ("--mirror", "hflip"), ("--rotate 90 --mirror", "transpose=1,hflip"),
    ("--crop 40,0,200,180 --rotate 270", "crop=200:180:40:0,transpose=2"),
  ])
  func cropAndRotationKeepTheSamples(flags: String, filter: String) throws {
    // Chroma that is halved along one side is halved along the other after a quarter turn.
    let formats = filter.contains("transpose") ? [] : ["yuv422p10le"]
    for format in ["yuv420p", "yuv444p"] + formats {
      let clip = try clip(format: format)
      let output = try made(
        clip, "out.mkv", flags.components(separatedBy: " ") + ["--codec", "ffv1"])
      #expect(try output.samples("gbrp") == filtered(clip, filter, as: "gbrp"), "\(format)")
    }
  }

  @Test(arguments: [90, 180, 270])
  func cropCountsInTheDisplayedFrame(angle: Int) throws {
    let plain = Media(scratch.path("plain.mov"))
    try Command.ffmpeg("-i", try clip(), "-c:v", "libx264", "-crf", "4", plain.path)
    let turned = scratch.path("turned.mov")
    try #require(try plain.copyTurned(by: angle, to: turned))
    let output = try made(turned, "out.mkv", ["--crop", "20,40,120,60", "--codec", "ffv1"])
    #expect(try output.samples("yuv420p") == filtered(turned, "crop=120:60:20:40", as: "yuv420p"))
    // Pixels are upright in containers that could store a rotation, too.
    let small = try made(turned, "small.mp4", ["--scale", "50%"])
    let size = angle == 180 ? "160,90" : "90,160"
    #expect(try small.probe("v:0", "stream=width,height") == [size])
    #expect(try small.probe("v:0", "stream_side_data=rotation") == [])
  }

  private func filtered(_ clip: String, _ filter: String, as format: String) throws -> [UInt8] {
    [UInt8](
      try Command.run(
        "ffmpeg",
        [
          "-v", "error", "-i", clip, "-vf", filter, "-sws_flags", "bicubic", "-fps_mode",
          "passthrough", "-f", "rawvideo", "-pix_fmt", format, "-",
        ]
      ).output)
  }

  /// As by FFmpeg's Lanczos kernel, in fields where there are fields.
  @Test(arguments: [
    ("yuv420p", "160x90", ""), ("yuv420p10le", "160x90", ""), ("yuv422p", "480x270", ""),
    ("yuv444p", "100x56", ""), ("nv12", "160x90", ""), ("yuv420p", "160x92", ":interl=1"),
  ])
  func scaledFramesMatchFFmpegsLanczos(format: String, size: String, more: String) throws {
    let isInterlaced = !more.isEmpty
    let clip = try clip(
      isInterlaced ? "320x184" : "320x180", format: format,
      filter: isInterlaced ? "setfield=tff" : "null")
    let output = try made(clip, "out.mkv", ["--scale", size, "--codec", "ffv1"])
    let filter =
      "scale=\(size.replacing("x", with: ":")):flags=lanczos+accurate_rnd+full_chroma_int+"
      + "full_chroma_inp:in_h_chr_pos=0:out_h_chr_pos=0\(more)"
    let (ours, theirs) = (
      try output.samples("yuv444p"), try filtered(clip, filter + ",format=\(format)", as: "yuv444p")
    )
    #expect(ours.count == theirs.count && !ours.isEmpty)
    let error = meanDistance(ours, theirs)
    #expect(error < 0.6, "\(error)")
    if isInterlaced {
      let kept = try output.probe("v:0", "frame=interlaced_frame,top_field_first")
      #expect(kept.allSatisfy { $0.hasPrefix("1,1") } && !kept.isEmpty)
    }
  }

  @Test func transparencyIsScaledWithTheFrame() throws {
    let output = scratch.path("out.png")
    try Command.splash(
      "test:128x96", "--frames", "1", "--rest", "transparent", "--scale", "50%", "-o", output
    ).checked()
    #expect(try Media(output).probe("v:0", "stream=width,height,pix_fmt") == ["64,48,rgba"])
  }

  /// Pixels that are not square become square where the size changes, and stay where it does not.
  @Test func scalingMakesPixelsSquare() throws {
    let wide = try clip("360x288", filter: "setsar=16/15")
    let entries = "stream=width,height,sample_aspect_ratio"
    #expect(try made(wide, "a.mkv", ["--scale", "288p"]).probe("v:0", entries) == ["384,288,1:1"])
    #expect(try made(wide, "b.mkv", ["--crop", "1:1"]).probe("v:0", entries) == ["270,288,16:15"])
    #expect(try made(wide, "c.mkv", ["--rotate", "90"]).probe("v:0", entries) == ["288,360,15:16"])
  }

  @Test func sideBySideCropsBothFrames() throws {
    let clip = try clip()
    let output = try made(
      clip, "out.mkv",
      ["--show", "side-by-side", "--crop", "80,20,160,100", "--mirror", "--codec", "ffv1"])
    let part = "crop=160:100:80:20,hflip"
    #expect(
      try output.samples("yuv420p")
        == filtered(clip, "\(part),split[a][b];[a][b]hstack", as: "yuv420p"))
  }

  // MARK: - Rates

  /// At each time the nearest frame, of 25 a second and of uneven ones.
  @Test(arguments: ["10", "12", "24", "25", "30", "60", "29.97", "30000/1001"])
  func frameRateChangeShowsTheNearestFrame(rate: String) throws {
    let clip = try clip("64x48", seconds: 2, filter: "geq=lum=16+4*N:cb=128:cr=128")
    let output = try made(clip, "out.mkv", ["--fps", rate, "--codec", "ffv1"])
    let ratio = Double(rate).flatMap { $0 == 29.97 ? nil : $0 } ?? 30000.0 / 1001
    let times = try output.times()
    #expect(Double(times.count) == (2 * ratio).rounded())
    for (slot, time) in times.enumerated() { #expect(abs(time - Double(slot) / ratio) < 0.0011) }
    func pictures(_ media: Media) throws -> [ArraySlice<UInt8>] {
      let samples = try media.samples("yuv420p")
      let size = 64 * 48 * 3 / 2
      return stride(from: 0, to: samples.count, by: size).map { samples[$0..<$0 + size] }
    }
    let (before, after) = (try pictures(Media(clip)), try pictures(output))
    for (slot, picture) in after.enumerated() {
      let source = try #require(before.firstIndex { $0.elementsEqual(picture) })
      // Half a step of the rate, and of the clip's where frames are repeated.
      let reach = 0.5 / ratio + (ratio > 25 ? 1 / 25.0 : 0) + 1e-6
      #expect(abs(Double(source) / 25 - Double(slot) / ratio) <= reach, "\(slot): \(source)")
    }
    #expect(
      try output.probe("v:0", "stream=r_frame_rate")[0].hasPrefix(
        rate == "29.97" ? "30000/1001" : rate))
  }

  /// By FFmpeg's `fps` filter, whose rounding is to the nearest, at both ends.
  @Test(arguments: ["24000/1001", "24", "25", "30000/1001", "50", "60000/1001"])
  func frameRateChangeHasFFmpegsFrameCount(before: String) throws {
    for (seconds, kind) in [(2.0, "mp4"), (4.0, "mp4"), (1.5, "mkv")] {
      let clip = try scratch.make(
        "clip.\(kind)", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(before):d=\(seconds)",
        "-pix_fmt", "yuv420p", "-preset", "ultrafast")
      let rates = [
        ("10", "10"), ("12.5", "25/2"), ("23.976", "24000/1001"), ("25", "25"),
        ("29.97", "30000/1001"), ("30", "30"), ("59.94", "60000/1001"), ("60", "60"),
      ]
      for (rate, ratio) in rates {
        // One output a run: with several the ffmpeg of 9.0 now and then waits for ever.
        try Command.ffmpeg([
          "-i", clip, "-vf", "fps=\(ratio)", "-fps_mode", "passthrough", "-f", "rawvideo",
          "-pix_fmt", "gray", scratch.path(rate),
        ])
        _ = try made(clip, "out.y4m", ["--fps", rate])
        let ours = try Data(contentsOf: URL(fileURLWithPath: scratch.path("out.y4m")))
        let theirs = try Data(contentsOf: URL(fileURLWithPath: scratch.path(rate)))
        let head = try #require(ours.firstIndex(of: 10)) + 1
        let frame = "FRAME\n".utf8.count + 64 * 48 * 3 / 2
        #expect(
          Double(ours.count - head) / Double(frame) == Double(theirs.count) / (64 * 48),
          "\(seconds) s of \(before) at \(rate)")
      }
    }
  }

  @Test func variableRateBecomesConstantWithItsSound() throws {
    let clip = try Clips.path("cups-vfr.mp4")
    let output = try made(clip, "out.mp4", ["--fps", "12"])
    let times = try output.times()
    let steps = Set(zip(times, times.dropFirst()).map { Int((($1 - $0) * 1200).rounded()) })
    #expect(steps == [100])
    let length = try #require(Media(clip).times().last)
    #expect(abs(try #require(times.last) - length) < 0.15)
    #expect(try Media(clip).packetDigest("0:a?") == output.packetDigest("0:a?"))
  }

  /// A slide that lasts minutes is shown for minutes.
  @Test func longFrameIsRepeatedForItsDuration() throws {
    // FFmpeg 7 gives no duration for any of its frames.
    let clip = try clip(
      "16x16", seconds: 0.16, filter: "setpts='if(eq(N,0),0,100+0.04*(N-1))/TB'")
    let times = try made(clip, "out.mkv", ["--fps", "50", "--codec", "ffv1"]).times()
    #expect(times.count == 5006)
    #expect(abs(try #require(times.last) - 100.1) < 0.0011)
  }

  // MARK: - Photos and parts

  @Test(.enabled(if: MadePhoto.canBeMade), arguments: ["jpg", "png", "webp", "tif"])
  func croppedPhotoKeepsItsTags(ending: String) throws {
    let photo = scratch.path("photo.jpg")
    try MadePhoto.make(photo, size: (320, 200))
    let tags = [
      "-Artist=Nobody", "-ExifImageWidth=320", "-ExifImageHeight=200", "-Orientation#=6",
    ]
    #expect(
      try Command.run("exiftool", ["-q", "-overwrite_original"] + tags + [photo]).status == 0)
    let output = scratch.path("out.\(ending)")
    try Command.splash(photo, "--crop", "0,0,1,0.25", "--scale", "50%", "-o", output)
      .checked()
    #expect(try Media(output).probe("v:0", "stream=width,height") == ["100,40"])
    let said = try Command.run(
      "exiftool",
      ["-s3", "-Artist", "-ExifImageWidth", "-ExifImageHeight", "-Orientation#", output])
    #expect(said.lines == ["Nobody", "100", "40", "1"])
  }

  @Test func croppedPartsCanBeJoined() throws {
    let film = try Clips.path("parts-film.mp4")
    let flags = ["--crop", "1:1", "--scale", "90", "--preset", "ultrafast", "--quiet"]
    let parts = (1...2).map { scratch.path("part-\($0).mp4") }
    for (index, part) in parts.enumerated() {
      try Command.splash([film, "-o", part, "--part", "\(index + 1)/2"] + flags).checked()
    }
    let joined = Media(scratch.path("joined.mp4"))
    try Command.splash(["join"] + parts + ["--of", film, "-o", joined.path]).checked()
    #expect(try joined.probe("v:0", "stream=width,height,nb_frames") == ["90,90,480"])
  }

  @Test func resumeRedoesResultsOfAnotherScale() throws {
    let clip = try clip()
    let folder = scratch.path("out") + "/"
    func run(_ scale: String) throws -> String {
      try Command.splash(clip, "-o", folder, "--resume", "--scale", scale).errors
    }
    #expect(try run("50%").contains("1 of 1 file done"))
    #expect(try run("50%").contains("complete before"))
    #expect(!(try run("25%").contains("complete before")))
  }

  // MARK: - Invalid values

  @Test(arguments: [
    ("--scale 0", "not a size"), ("--scale 99999", "not a size"), ("--scale 1e3", "not a size"),
    ("--scale 100x100", "--crop 100:100"), ("--crop 0:1", "not a part"),
    ("--crop 9:16:1", "not a part"),
    ("--crop 1,2,3", "not a part"), ("--crop 0,0,nan,1", "not a part"),
    ("--crop 0,0,-5,9", "not a part"),
    ("--crop 400,0,50,50", "no such part"), ("--rotate 45", "not a quarter turn"),
    ("--fps 0", "out of range"), ("--size 640x480", "--scale 640x480"),
    ("--part 1/2 --fps 10", "--fps lays out"),
  ])
  func invalidCropsScalesAndRatesAreRefused(flags: String, words: String) throws {
    let run = try Command.splash(
      ["test:320x180", "-o", scratch.path("out.mp4")] + flags.components(separatedBy: " "))
    #expect(run.status == 64, "\(run.errors)")
    #expect(
      run.errors.contains(words) && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("out.mp4")))
  }
}
