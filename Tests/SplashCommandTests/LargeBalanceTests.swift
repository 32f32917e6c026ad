import TestSupport

/// A large automatic balance is reported once.
struct LargeBalanceTests {
  private static let grayWorld = ["--white-balance", "gray-world"]

  /// Greys of many values and a few colors under a light.
  private func clip(_ red: Double, _ blue: Double, in scratch: Scratch) throws -> String {
    return try scratch.make(
      "light.mkv", "-f", "lavfi", "-i",
      "gradients=s=128x96:c0=0x202020:c1=0xa0a0a0:x0=0:x1=127:d=1",
      "-vf",
      "colorchannelmixer=rr=\(red):bb=\(blue),"
        + "scale=out_color_matrix=bt601,format=yuv444p,setparams=colorspace=smpte170m",
      "-c:v", "ffv1")
  }

  @Test(arguments: [grayWorld, grayWorld + ["--realtime"]])
  func largeBalanceIsReportedOnce(arguments: [String]) throws {
    let scratch = Scratch()
    let warm = try clip(1.3, 0.65, in: scratch)
    let lines = try said(warm, arguments)
    #expect(lines.count == 1, "\(lines)")
    let line =
      #/splash: Corrected a color cast before selecting colors \(gains=0\.\d+,1,1\.\d+\); .*/#
    #expect(lines.first?.wholeMatch(of: line) != nil, "\(lines)")
  }

  @Test func smallBalanceIsNotReported() throws {
    let scratch = Scratch()
    #expect(try said(clip(1.1, 0.9, in: scratch), Self.grayWorld).isEmpty)
  }

  @Test(arguments: [
    ["--white-balance", "off"], ["--white-balance", "gains=2,1,0.5"], ["--quiet"] + grayWorld,
  ])
  func requestedOrQuietBalanceIsNotReported(arguments: [String]) throws {
    let scratch = Scratch()
    #expect(try said(clip(1.3, 0.65, in: scratch), arguments).isEmpty)
  }

  /// A scene of one color may pass for the color of its light.
  @Test func emptySelectionUnderALargeBalanceNamesTheBalance() throws {
    let scratch = Scratch()
    let sky = try scratch.make(
      "sky.mkv", "-f", "lavfi", "-i", "color=0x4080e0:s=128x96:r=10:d=0.2", "-pix_fmt", "yuv444p",
      "-c:v", "ffv1")
    func errors(_ arguments: [String]) throws -> String {
      try Command.splash([sky, "-o", "null", "--hue", "blue"] + arguments).checked().errors
    }
    let advice = "; --white-balance off judges colors as they are\n"
    #expect(try errors(Self.grayWorld).contains(advice))
    let followed = try errors(["--white-balance", "off"])
    #expect(followed.contains("100.0 % of the frame kept") && !followed.contains(advice))
  }

  private func said(_ clip: String, _ arguments: [String]) throws -> [String] {
    let run = try Command.splash([clip, "-o", "null"] + arguments).checked()
    return run.errors.split(separator: "\n").map(String.init).filter {
      $0.contains("color cast")
    }
  }
}
