import Foundation
import TestSupport
import Testing

/// HDR that is made SDR, against the formulas of BT.2100, BT.2390 and BT.2087 in double precision.
struct SDRTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  // MARK: - The formulas

  private static func pqLight(_ signal: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    let root = pow(signal, 1 / m2)
    return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  private static func pqSignal(_ light: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    let power = pow(light / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  private static func tone(_ light: Double, peak: Double) -> Double {
    let white = 203.0
    let (e, most) = (min(pqSignal(light) / pqSignal(peak), 1), pqSignal(white) / pqSignal(peak))
    let ks = 1.5 * most - 0.5
    if e < ks { return light }
    let t = (e - ks) / (1 - ks)
    let p =
      (2 * t * t * t - 3 * t * t + 1) * ks + (t * t * t - 2 * t * t + t) * (1 - ks)
      + (-2 * t * t * t + 3 * t * t) * most
    return pqLight(p * pqSignal(peak))
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
    let most = light.max()!
    if most > 0 { light = light.map { $0 * tone(most, peak: peak) / most / 203 } }
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

  private func clip(_ transfer: String, _ more: String...) throws -> String {
    var planes = [[UInt16]](repeating: [], count: 3)
    for color in Self.colors {
      for (plane, code) in Self.codes(color, 0.2627, 0.0593, bits: 10).enumerated() {
        planes[plane] += Array(repeating: UInt16(code.rounded()), count: 16)
      }
    }
    let picture = planes.flatMap { row in (0..<16).flatMap { _ in row } }
    let clip = scratch.path("patches.mkv")
    let size = "\(16 * Self.colors.count)x16"
    let tags =
      "setparams=range=tv:colorspace=bt2020nc:color_primaries=bt2020:color_trc=\(transfer)"
    let made = try Command.run(
      "ffmpeg",
      ["-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv444p10le", "-s", size, "-i", "-"]
        + ["-vf", tags, "-c:v", "ffv1"] + more + [clip],
      input: picture.withUnsafeBytes { Data($0) })
    try #require(made.status == 0, "\(made.errors)")
    return clip
  }

  @Test(arguments: ["smpte2084", "arib-std-b67"])
  func everyPatchIsWhatTheFormulasSay(transfer: String) throws {
    let run = try Command.splash(
      clip(transfer), "--sdr", "--rest", "none", "-o", "-", "--format", "rawvideo", "--quiet")
    try #require(run.status == 0, "\(run.errors)")
    let width = 16 * Self.colors.count
    try #require(run.output.count == 3 * 16 * width)
    for (index, color) in Self.colors.enumerated() {
      // What ten bits keep of it.
      let stored = Self.codes(color, 0.2627, 0.0593, bits: 10).map { $0.rounded() }
      let luma = (stored[0] - 64) / 876
      let red = luma + (stored[2] - 512) / 896 * 2 * (1 - 0.2627)
      let blue = luma + (stored[1] - 512) / 896 * 2 * (1 - 0.0593)
      let green = (luma - 0.2627 * red - 0.0593 * blue) / 0.6780
      let clamped = [red, green, blue].map { min(max($0, 0), 1) }
      let expected = Self.codes(
        Self.sdr(clamped, transfer, peak: 1000), 0.2126, 0.0722, bits: 8)
      for plane in 0..<3 {
        let code = Double(run.output[plane * 16 * width + 8 * width + 16 * index + 8])
        #expect(abs(code - expected[plane]) < 1.6, "\(color): plane \(plane), \(code), \(expected)")
      }
    }
  }

  @Test func filmsAreTaggedAsWhatTheyAre() throws {
    let tags = "stream=pix_fmt,color_range,color_space,color_transfer,color_primaries"
    for (flags, name) in [
      (["--sdr"], "a.mp4"), (["--pixel-format", "yuv420p"], "b.mp4"), ([], "c.gif"),
    ] {
      let file = scratch.path(name)
      let run = try Command.run(
        Command.splash.path,
        [try Clips.path("cups-pq10-hevc.mp4"), "--frames", "3", "-o", file, "--quiet"] + flags)
      try #require(run.status == 0, "\(run.errors)")
      guard name != "c.gif" else { continue }
      #expect(try Media(file).probe("v:0", tags) == ["yuv420p,tv,bt709,bt709,bt709"])
      let side = try Command.run(
        "ffprobe", ["-v", "error", "-show_entries", "stream_side_data", "-of", "flat", file])
      #expect(!side.text.contains("max_luminance") && !side.text.contains("max_content"))
    }
    let deep = scratch.path("deep.mp4")
    let run = try Command.splash(
      try Clips.path("cups-hlg10-hevc.mp4"), "--frames", "3", "-o", deep, "--quiet", "--sdr",
      "--pixel-format", "yuv420p10le")
    try #require(run.status == 0, "\(run.errors)")
    #expect(try Media(deep).probe("v:0", tags) == ["yuv420p10le,tv,bt709,bt709,bt709"])
  }

  /// What is SDR stays as it is.
  @Test func sdrIsLeftAlone() throws {
    let plain = try Command.splash("test:96x64", "--frames", "2", "-o", "-", "--quiet")
    let asked = try Command.splash("test:96x64", "--frames", "2", "-o", "-", "--quiet", "--sdr")
    #expect(plain.output == asked.output && asked.status == 0)
  }

  /// Light of 80 cd/m² at most, by zimg, which has no such curve. Its mean distance is 2, of which 1.9
  /// is what it is beside the formulas in double precision.
  @Test(.enabled(if: SDRTests.hasZimg, "needs FFmpeg with zscale"))
  func belowTheKneeItIsWhatZimgSays() throws {
    let clip = scratch.path("dark.mkv")
    let made = try Command.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:d=0.1", "-vf"]
        + [
          "format=yuv444p,setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv,"
            + "zscale=t=linear:npl=100,format=gbrpf32le,"
            + "zscale=p=2020:t=smpte2084:m=2020_ncl:r=limited:npl=80,format=yuv444p10le",
          "-c:v", "ffv1", clip,
        ])
    try #require(made.status == 0, "\(made.errors)")
    let ours = try Command.splash(
      clip, "--sdr", "--rest", "none", "-o", "-", "--format", "rawvideo", "--quiet",
      "--pixel-format", "yuv444p")
    let theirs = try Command.run(
      "ffmpeg",
      ["-v", "error", "-i", clip, "-vf"]
        + [
          "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=709:t=709:m=709:r=limited,"
            + "format=yuv444p", "-f", "rawvideo", "-",
        ])
    try #require(ours.status == 0 && theirs.status == 0, "\(ours.errors)\(theirs.errors)")
    try #require(ours.output.count == theirs.output.count && !ours.output.isEmpty)
    let sum = zip(ours.output, theirs.output).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) }
    #expect(sum / Double(ours.output.count) < 3, "mean \(sum / Double(ours.output.count))")
  }

  private static let hasZimg: Bool =
    (try? Command.run("ffmpeg", ["-hide_banner", "-filters"]).text.contains(" zscale ")) ?? false
}
