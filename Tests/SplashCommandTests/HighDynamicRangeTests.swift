import TestSupport

/// HDR frames are judged by the displayed color.
struct HighDynamicRangeTests {
  /// Patches of 24 hues, and the selected share of each.
  @Test(arguments: ["smpte2084", "arib-std-b67"])
  func narrowHueKeepsOnlyItsOwnHDRPatch(transfer: String) throws {
    let scratch = Scratch()
    let display = Oracle.Display(transfer == "smpte2084" ? .pq : .hlg, Oracle.Display.bt2020)
    let clip = try patches(display, transfer, in: scratch)
    for index in 0..<24 {
      let run = try Command.splash(
        clip, "--hue", "\(index * 15):6:1", "--white-balance", "off", "--smoothing", "0",
        "--show", "mask", "-o", "-", "--format", "rawvideo", "--quiet"
      ).checked()
      for patch in 0..<24 {
        let place = 2 * (8 * Self.width + patch * 16 + 8)
        let code = Int(run.output[place]) | Int(run.output[place + 1]) << 8
        #expect(code == (patch == index ? 940 : 64), "patch \(patch) by hue \(index * 15)")
      }
    }
  }

  /// Mastering display metadata that only the frames carry is in the new file too.
  @Test(arguments: ["mkv", "mp4"]) func masteringDisplayMetadataIsKept(container: String) throws {
    let scratch = Scratch()
    let (clip, output) = (scratch.path("hdr10.mp4"), scratch.path("out.\(container)"))
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=10:duration=0.5", "-c:v",
      "libx265", "-pix_fmt", "yuv420p10le", "-x265-params",
      "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:hdr10=1:max-cll=1000,400:"
        + "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)",
      clip)
    try Command.splash(clip, "-o", output, "--codec", "hevc", "--quiet")
    let facts = [
      "red_x", "green_y", "white_point_x", "max_luminance", "max_content", "max_average",
    ]
    func stated(_ path: String) throws -> [String] {
      let run = try Command.run(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "v:0", "-show_entries",
          path == clip ? "frame_side_data" : "stream_side_data", "-of", "flat", path,
        ])
      return facts.map { fact in
        run.text.split(separator: "\n").first { $0.contains(".\(fact)=") }.map {
          String($0.split(separator: "=")[1].filter { $0.isNumber || $0 == "/" })
        } ?? "absent"
      }
    }
    let (before, after) = (try stated(clip), try stated(output))
    #expect(!before.contains("absent"), "\(before)")
    for (old, new) in zip(before, after) {
      #expect(try Self.number(old) == Self.number(new), "\(before), \(after)")
    }
  }

  private static func number(_ text: String) throws -> Double {
    let parts = text.split(separator: "/").compactMap { Double($0) }
    try #require(!parts.isEmpty, "\(text)")
    return parts.count == 2 ? parts[0] / parts[1] : parts[0]
  }

  /// Real patches, filmed in HLG, against the oracle on what FFmpeg decodes.
  @Test(arguments: Footage.adding(["colorchecker-hlg10-hevc.mp4"]))
  func pickedHDRPatchesHaveTheDisplayedHue(name: String) throws {
    let clip = try Clips.path(name)
    let raw = try Command.run(
      "ffmpeg",
      [
        "-v", "error", "-i", clip, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "yuv420p10le",
        "-",
      ]
    ).output
    var oracle = Oracle()
    (oracle.kr, oracle.kb, oracle.bits) = (0.2627, 0.0593, 10)
    oracle.display = Oracle.Display(.hlg, Oracle.Display.bt2020)
    func code(_ start: Int, _ stride: Int, _ x: Int, _ y: Int) -> Double {
      let place = 2 * (start + y * stride + x)
      return Double(UInt16(raw[place]) | UInt16(raw[place + 1]) << 8)
    }
    for y in [136, 376, 620] {
      for x in [304, 550, 792, 1040, 1286, 1532] {
        let seen = oracle.balanced(
          code(0, 1920, x, y), code(1920 * 1080, 960, x / 2, y / 2),
          code(1920 * 1080 * 5 / 4, 960, x / 2, y / 2))
        let pick = try Command.splash("pick", clip, "--at", "\(x),\(y)", "--radius", "0", "--json")
        let hue = try #require(
          (JSONSerialization.jsonObject(with: pick.output) as? [String: Any])?["hue"] as? Double)
        let apart = abs(hue - Self.hue(seen.red, seen.green, seen.blue))
        #expect(min(apart, 360 - apart) < 2, "at \(x),\(y): \(hue)")
      }
    }
  }

  /// The output is balanced as displayed: exact at a grey of 18 %.
  @Test(arguments: ["smpte2084", "arib-std-b67"])
  func balancedHDROutputIsBalancedAsDisplayed(transfer: String) throws {
    let scratch = Scratch()
    let display = Oracle.Display(transfer == "smpte2084" ? .pq : .hlg, Oracle.Display.bt2020)
    let grey = pow(0.18, 1 / 2.4)
    let stored = display.stored(grey, grey, grey)
    let clip = try made([stored], transfer, in: scratch)
    let run = try Command.splash(
      clip, "--white-balance", "gains=1.1,1,0.9", "--balance-output", "--hue", "0:180",
      "--saturation", "0..1", "--value", "0..1", "--chroma-floor", "0", "--smoothing", "0", "-o",
      "-",
      "--format", "rawvideo", "--quiet"
    ).checked()
    func code(_ plane: Int) -> Double {
      let place = 2 * 16 * 16 * plane
      return Double(UInt16(run.output[place]) | UInt16(run.output[place + 1]) << 8)
    }
    var oracle = Oracle()
    (oracle.kr, oracle.kb, oracle.bits) = (0.2627, 0.0593, 10)
    let (red, green, blue) = oracle.balanced(code(0), code(1), code(2))
    for (part, gain) in [(red, 1.1), (green, 1), (blue, 0.9)] {
      // Neither primaries nor the steps of ten bits matter here.
      #expect(abs(display.seen(part) - grey * gain) < 0.006, "\(part) for \(gain)")
    }
  }

  // MARK: -

  private static let width = 24 * 16

  /// Degrees on the hexagon.
  private static func hue(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    let (top, bottom) = (max(red, green, blue), min(red, green, blue))
    let sixths =
      top == red
      ? (green - blue) / (top - bottom)
      : top == green ? 2 + (blue - red) / (top - bottom) : 4 + (red - green) / (top - bottom)
    return (sixths < 0 ? sixths + 6 : sixths) * 60
  }

  /// A clip whose patches are displayed with hues 15 degrees apart, saturation 0.7 and value 0.75.
  private func patches(
    _ display: Oracle.Display, _ transfer: String, in scratch: Scratch
  ) throws -> String {
    try made(
      (0..<24).map { patch in
        func part(_ corner: Double) -> Double {
          let sixths = (corner + Double(patch) / 4).truncatingRemainder(dividingBy: 6)
          return 0.75 * (1 - 0.7 * max(0, min(sixths, 4 - sixths, 1)))
        }
        return display.stored(part(5), part(3), part(1))
      }, transfer, in: scratch)
  }

  /// A clip of patches beside each other, 16 pixels wide, from their R'G'B'.
  private func made(
    _ patches: [[Double]], _ transfer: String, in scratch: Scratch
  ) throws -> String {
    let (kr, kb) = (0.2627, 0.0593)
    var planes = [[UInt16]](repeating: [], count: 3)
    for stored in patches {
      let luma = kr * stored[0] + (1 - kr - kb) * stored[1] + kb * stored[2]
      let codes = [
        64 + 876 * luma, 512 + 896 * (stored[2] - luma) / (2 * (1 - kb)),
        512 + 896 * (stored[0] - luma) / (2 * (1 - kr)),
      ]
      for (plane, code) in codes.enumerated() {
        planes[plane] += Array(repeating: UInt16(code.rounded()), count: 16)
      }
    }
    let picture = planes.flatMap { row in (0..<16).flatMap { _ in row } }
    let clip = scratch.path("patches.mkv")
    try Command.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv444p10le", "-s",
        "\(16 * patches.count)x16", "-i", "-", "-vf",
        "setparams=range=tv:colorspace=bt2020nc:color_primaries=bt2020:color_trc=\(transfer)",
        "-c:v", "ffv1", clip,
      ], input: picture.withUnsafeBytes { Data($0) }
    ).checked()
    return clip
  }
}
