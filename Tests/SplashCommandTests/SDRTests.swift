import TestSupport

/// HDR that is made SDR, against the formulas of BT.2100, BT.2446-1 and BT.2087 in double
/// precision.
struct SDRTests {
  private let scratch = Scratch()

  // MARK: - The formulas

  private static func pqLight(_ signal: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    let root = pow(signal, 1 / m2)
    return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  /// BT.2446-1, table 2: Y'CbCr of SDR of 100 cd/m² as R'G'B', of light in cd/m².
  private static func methodA(_ light: [Double], peak: Double) -> [Double] {
    let coded = light.map { pow(min($0 / peak, 1), 1 / 2.4) }
    let luma = 0.2627 * coded[0] + 0.6780 * coded[1] + 0.0593 * coded[2]
    guard luma > 0 else { return [0, 0, 0] }
    let (hdr, sdr) = (1 + 32 * pow(peak / 10_000, 1 / 2.4), 1 + 32 * pow(100.0 / 10_000, 1 / 2.4))
    let perceived = log(1 + (hdr - 1) * luma) / log(hdr)
    var knee = 0.5 * perceived + 0.5
    if perceived < 0.9909 {
      knee = -1.1510 * perceived * perceived + 2.7811 * perceived - 0.6302
    }
    if perceived <= 0.7399 { knee = 1.0770 * perceived }
    let shown = (pow(sdr, knee) - 1) / (sdr - 1)
    let blue = shown / (1.1 * luma) * (coded[2] - luma) / 1.8814
    let red = shown / (1.1 * luma) * (coded[0] - luma) / 1.4746
    let corrected = shown - max(0.1 * red, 0)
    let ends = (corrected + 1.4746 * red, corrected + 1.8814 * blue)
    return [ends.0, (corrected - 0.2627 * ends.0 - 0.0593 * ends.1) / 0.6780, ends.1]
  }

  /// R'G'B' of SDR, 0…1, of R'G'B' of HDR.
  private static func sdr(_ color: [Double], _ transfer: String, peak: Double) -> [Double] {
    var light = color.map { signal -> Double in
      if transfer == "smpte2084" { return pqLight(signal) }
      let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
      return signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
    }
    if transfer != "smpte2084" {
      let luminance = 0.2627 * light[0] + 0.6780 * light[1] + 0.0593 * light[2]
      light = light.map { 1000 * pow(luminance, 0.2) * $0 }
    }
    light = methodA(light, peak: peak).map { pow(min(max($0, 0), 1), 2.4) }
    let rows = [
      [1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187],
    ]
    return rows.map { row in
      let sum = zip(row, light).map { $0 * $1 }.reduce(0, +)
      return pow(min(max(sum, 0), 1), 1 / 2.4)
    }
  }

  private static func codes(
    _ color: [Double], _ kr: Double, _ kb: Double, bits: Double
  ) -> [Double] {
    let luma = kr * color[0] + (1 - kr - kb) * color[1] + kb * color[2]
    let unit = pow(2, bits - 8)
    return [
      unit * (16 + 219 * luma), unit * (128 + 224 * (color[2] - luma) / (2 * (1 - kb))),
      unit * (128 + 224 * (color[0] - luma) / (2 * (1 - kr))),
    ]
  }

  // MARK: - Clips

  private static let colors: [[Double]] =
    stride(from: 0, through: 1, by: 0.05).map { [$0, $0, $0] }
    + [
      [0.6, 0.3, 0.2], [0.3, 0.5, 0.3], [0.2, 0.3, 0.6], [0.7, 0.6, 0.4], [0.9, 0.85, 0.8],
      [0.45, 0.4, 0.35],
    ]

  private static let height = 64

  /// - Parameter facts: HDR metadata of a PQ clip, as x265 takes it.
  private func clip(_ transfer: String, _ facts: String) throws -> String {
    var planes = [[UInt16]](repeating: [], count: 3)
    for color in Self.colors {
      for (plane, code) in Self.codes(color, 0.2627, 0.0593, bits: 10).enumerated() {
        planes[plane] += Array(repeating: UInt16(code.rounded()), count: 16)
      }
    }
    let picture = planes.flatMap { row in (0..<Self.height).flatMap { _ in row } }
    let clip = scratch.path("patches.mkv")
    let size = "\(16 * Self.colors.count)x\(Self.height)"
    let tags =
      "setparams=range=tv:colorspace=bt2020nc:color_primaries=bt2020:color_trc=\(transfer)"
    let lossless = [
      "-c:v", "libx265", "-x265-params",
      "log-level=none:lossless=1:range=limited:colorprim=bt2020:colormatrix=bt2020nc"
        + ":transfer=\(transfer)\(facts)",
    ]
    try Command.run(
      "ffmpeg",
      ["-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv444p10le", "-s", size, "-i", "-"]
        + ["-vf", tags] + lossless + [clip],
      input: picture.withUnsafeBytes { Data($0) }
    ).checked()
    return clip
  }

  private static func display(_ peak: Int) -> String {
    ":hdr10=1:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)"
      + "L(\(peak)0000,1)"
  }

  /// The peak is that of the mastering display, else MaxCLL, else 1000 cd/m².
  @Test(arguments: [
    ("smpte2084", "", 1000), ("arib-std-b67", "", 1000),
    ("smpte2084", display(4000) + ":max-cll=600,100", 4000),
    ("smpte2084", ":hdr10=1:max-cll=600,100", 600),
  ])
  func sdrPatchesMatchTheFormulas(transfer: String, facts: String, peak: Double) throws {
    let run = try Command.splash(
      clip(transfer, facts), "--sdr", "--rest", "none", "-o", "-", "--format", "rawvideo",
      "--quiet"
    ).checked()
    let width = 16 * Self.colors.count
    try #require(run.output.count == 3 * Self.height * width)
    for (index, color) in Self.colors.enumerated() {
      // The color as ten bits store it.
      let stored = Self.codes(color, 0.2627, 0.0593, bits: 10).map { $0.rounded() }
      let luma = (stored[0] - 64) / 876
      let red = luma + (stored[2] - 512) / 896 * 2 * (1 - 0.2627)
      let blue = luma + (stored[1] - 512) / 896 * 2 * (1 - 0.0593)
      let green = (luma - 0.2627 * red - 0.0593 * blue) / 0.6780
      let clamped = [red, green, blue].map { min(max($0, 0), 1) }
      let expected = Self.codes(
        Self.sdr(clamped, transfer, peak: peak), 0.2126, 0.0722, bits: 8)
      for plane in 0..<3 {
        let code = Double(run.output[(plane * Self.height + 8) * width + 16 * index + 8])
        #expect(abs(code - expected[plane]) < 1.6, "\(color): plane \(plane), \(code), \(expected)")
      }
    }
  }

  /// A bright sky in HLG keeps its clouds: steps of 5 % of the signal, from reference white (75 %)
  /// up, stay 8 codes apart at least, and reference white stays below nine tenths.
  @Test func brightStepsOfHLGStayApartInSDR() throws {
    let film = try clip("arib-std-b67", "")
    let run = try Command.splash(
      film, "--sdr", "--rest", "none", "-o", "-", "--format", "rawvideo", "--quiet"
    ).checked()
    let width = 16 * Self.colors.count
    // Greys come first, 5 % of the signal apart.
    let greys = (15...20).map { Int(run.output[8 * width + 16 * $0 + 8]) }
    #expect(greys[0] < 16 + 197 && greys[5] >= 234, "\(greys)")
    for (dark, light) in zip(greys, greys.dropFirst()) { #expect(light >= dark + 8, "\(greys)") }
  }

  @Test func sdrOutputIsTaggedAsSDR() throws {
    let tags = "stream=pix_fmt,color_range,color_space,color_transfer,color_primaries"
    for (flags, name) in [
      (["--sdr"], "a.mp4"), (["--pixel-format", "yuv420p"], "b.mp4"), ([], "c.gif"),
    ] {
      let file = scratch.path(name)
      try Command.splash(
        [try Clips.path("cups-pq10-hevc.mp4"), "--frames", "3", "-o", file, "--quiet"] + flags
      ).checked()
      guard name != "c.gif" else { continue }
      #expect(try Media(file).probe("v:0", tags) == ["yuv420p,tv,bt709,bt709,bt709"])
      let side = try Command.run(
        "ffprobe", ["-v", "error", "-show_entries", "stream_side_data", "-of", "flat", file])
      #expect(!side.text.contains("max_luminance") && !side.text.contains("max_content"))
    }
    let deep = scratch.path("deep.mp4")
    try Command.splash(
      try Clips.path("cups-hlg10-hevc.mp4"), "--frames", "3", "-o", deep, "--quiet", "--sdr",
      "--pixel-format", "yuv420p10le"
    ).checked()
    #expect(try Media(deep).probe("v:0", tags) == ["yuv420p10le,tv,bt709,bt709,bt709"])
  }

  /// SDR input stays as it is.
  @Test func sdrInputIsLeftUnchanged() throws {
    let plain = try Command.splash("test:96x64", "--frames", "2", "-o", "-", "--quiet")
    let asked = try Command.splash("test:96x64", "--frames", "2", "-o", "-", "--quiet", "--sdr")
    #expect(plain.output == asked.output && asked.status == 0)
  }
}
