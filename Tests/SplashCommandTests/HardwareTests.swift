import TestSupport

/// `--hardware` and encoders that need a device: missing devices on any machine, and Vulkan where
/// FFmpeg has it.
struct HardwareTests {
  private let scratch = Scratch()

  /// What this FFmpeg can use, as splash lists it.
  static let kinds: [String] = {
    let run = try? Command.splash("test:", "-o", "null", "--hardware", "nonsense")
    let list = run?.errors.split(separator: "use one of ").last ?? ""
    return list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !["off", "auto", ""].contains($0) }
  }()

  private struct Decoded {
    var pictures: Data
    var lines: [String]
    var decoder: String
  }

  /// The frames as NUT, the messages, and the decoder that the report names.
  private func decode(_ clip: String, _ hardware: String, _ more: String...) throws -> Decoded {
    let report = scratch.path("report.json")
    let run = try Command.splash(
      [clip, "-o", "-", "--format", "nut", "--hardware", hardware, "--no-note", "-y"]
        + ["--stats-json", report] + more
    ).checked()
    let json = try JSONSerialization.jsonObject(
      with: Data(of: report))
    return Decoded(
      pictures: run.output,
      lines: run.errors.split(separator: "\n").map(String.init).filter {
        !$0.contains("frames in")
      },
      decoder: try #require((json as? [String: Any])?["decoder"] as? String))
  }

  @Test func unknownDeviceTypesAreRefusedWithAList() throws {
    let run = try Command.splash("test:", "-o", "null", "--hardware", "nonsense")
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("splash: --hardware nonsense: this FFmpeg has no such kind"))
    #expect(run.errors.contains("use one of off, auto, "))
    #expect(!Self.kinds.isEmpty)
    for kind in Self.kinds {
      let nameless = try Command.splash("test:", "-o", "null", "--hardware", "\(kind):")
      #expect(nameless.status == 64)
      #expect(nameless.errors.contains("the device has no name; write \(kind)\n"))
    }
  }

  @Test func hardwareDecodingIsOffByDefault() throws {
    let clip = try Clips.path("cups.mp4")
    let plain = try Command.splash(clip, "-o", "-", "--format", "nut", "--no-note", "--quiet")
    let off = try decode(clip, "off")
    #expect(off.pictures == plain.output)
    #expect(off.decoder == "h264")
    #expect(off.lines.isEmpty)
  }

  @Test(arguments: kinds.filter { $0 != "v4l2m2m" })
  func missingDeviceFallsBackToSoftware(kind: String) throws {
    let clip = try Clips.path("cups.mp4")
    let decoded = try decode(clip, "\(kind):99")
    #expect(decoded.pictures == (try decode(clip, "off")).pictures)
    #expect(decoded.decoder == "h264")
    #expect(decoded.lines.count == 1)
    let line = try #require(decoded.lines.first)
    #expect(line.hasPrefix("splash: \(clip): "))
    #expect(line.contains(kind))
    #expect(line.hasSuffix("; software decodes"))
    let quiet = try decode(clip, "\(kind):99", "--quiet")
    #expect(quiet.lines.isEmpty)
  }

  @Test func softwareFallbackNamesFFmpegsReason() throws {
    try #require(Self.kinds.contains("vaapi"))
    let decoded = try decode(try Clips.path("cups.mp4"), "vaapi:/no/such/device")
    #expect(decoded.lines.first?.contains("no vaapi device /no/such/device: No VA display") == true)
  }

  @Test func codecWithoutDeviceFallsBackToSoftware() throws {
    let kind = try #require(Self.kinds.first { $0 != "v4l2m2m" })
    let clip = scratch.path("clip.mkv")
    try make(["-c:v", "huffyuv", "-pix_fmt", "yuv422p"], clip)
    let decoded = try decode(clip, kind)
    #expect(
      decoded.lines == ["splash: \(clip): this FFmpeg has no \(kind) for huffyuv; software decodes"]
    )
    #expect(decoded.pictures == (try decode(clip, "off")).pictures)
  }

  @Test func hardwareAutoReportsItsMeasurement() throws {
    let clip = try Clips.path("cups.mp4")
    let measured = try decode(clip, "auto")
    let line = try #require(measured.lines.first)
    #expect(measured.lines.count == 1)
    if let times = line.firstMatch(
      of: /took (\d+) ms by (\w+) and (\d+) ms in software; (\w+) decodes/)
    {
      let (device, software) = (try #require(Int(times.1)), try #require(Int(times.3)))
      #expect(device == software || times.4 == (device < software ? times.2 : "software"))
      #expect(measured.decoder.hasSuffix("by \(times.2)") == (times.4 == times.2))
    } else {
      #expect(line == "splash: \(clip): no device here decodes it; software decodes")
      #expect(measured.pictures == (try decode(clip, "off")).pictures)
    }
    let pipe = try Command.splash(
      "-", "-o", "null", "--hardware", "auto", input: try decode(clip, "off").pictures)
    #expect(pipe.status == 0)
    #expect(pipe.errors.contains("-: only files can be read twice to measure; software decodes"))
  }

  @Test func encoderWithoutItsDeviceFailsInOneLine() throws {
    let encoders = try Command.run("ffmpeg", ["-hide_banner", "-encoders"]).text
    let out = scratch.path("out.mp4")
    for (codec, kind) in [("h264_vaapi", "vaapi"), ("h264_vulkan", "vulkan")] {
      guard encoders.contains(" \(codec) "), Self.kinds.contains(kind) else { continue }
      let run = try Command.splash(
        "test:64x48", "--frames", "3", "-o", out, "--codec", codec, "--hardware",
        "\(kind):/no/such/device")
      #expect(run.status == 1)
      #expect(run.errors.hasPrefix("splash: \(out): \(codec): no \(kind) device /no/such/device"))
      #expect(
        run.errors.contains("; name another with --hardware \(kind):DEVICE, or leave --codec"))
      #expect(run.errors.split(separator: "\n").count == 1)
      #expect(!FileManager.default.fileExists(atPath: out))
    }
  }

  // MARK: - Vulkan

  /// Whether FFmpeg itself can encode a frame with shaders.
  private static let hasVulkan =
    (try? Command.run(
      "ffmpeg",
      [
        "-v", "error", "-init_hw_device", "vulkan=v", "-filter_hw_device", "v", "-f", "lavfi", "-i",
        "testsrc2=s=320x240:d=0.04", "-vf", "format=yuv444p,hwupload", "-c:v", "ffv1_vulkan", "-f",
        "null", "-",
      ]))?.status == 0

  private static let vulkan: ConditionTrait = .enabled(
    if: hasVulkan, "FFmpeg has no encoder of Vulkan, or there is no device for it")

  private func make(_ encoder: [String], _ path: String) throws {
    try Command.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=1"] + encoder + [path])
  }

  @Test(vulkan) func vulkanDecodesToTheSameFrames() throws {
    let clip = scratch.path("clip.mkv")
    try make(["-c:v", "ffv1", "-level", "3", "-pix_fmt", "yuv420p"], clip)
    let device = try decode(clip, "vulkan")
    #expect(device.decoder == "ffv1 by vulkan")
    #expect(device.lines.isEmpty)
    #expect(device.pictures == (try decode(clip, "off")).pictures)
    let measured = try decode(clip, "auto")
    #expect(measured.lines.first?.contains(" ms by vulkan and ") == true)
    #expect(measured.pictures == device.pictures)
  }

  @Test(vulkan) func vulkanEncodesTheSameFrames() throws {
    // Its shaders take 4:2:0 in such sizes alone.
    for (size, format) in [("256x256", "yuv420p"), ("320x240", "yuv444p")] {
      let (plain, device) = (scratch.path("plain-\(size).mkv"), scratch.path("\(size).mkv"))
      for (codec, path) in [("ffv1", plain), ("ffv1_vulkan", device)] {
        try Command.splash(
          "test:\(size)", "--frames", "9", "-o", path, "--codec", codec, "--pixel-format", format,
          "--quiet"
        ).checked()
      }
      #expect(try Media(device).probe("v:0", "stream=codec_name,pix_fmt") == ["ffv1,\(format)"])
      #expect(try Media(device).times().count == 9)
      #expect(try Media(device).samples(format) == Media(plain).samples(format))
    }
  }

  @Test(vulkan) func lateVulkanRefusalFallsBackToSoftware() throws {
    let clip = scratch.path("clip.mp4")
    // No circuit decodes lossless 4:4:4.
    try make(["-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv444p"], clip)
    let device = try decode(clip, "vulkan")
    #expect(device.decoder == "h264")
    #expect(device.lines.count == 1)
    #expect(device.lines.first?.hasPrefix("splash: \(clip): vulkan cannot decode it: ") == true)
    #expect(device.pictures == (try decode(clip, "off")).pictures)
  }
}
