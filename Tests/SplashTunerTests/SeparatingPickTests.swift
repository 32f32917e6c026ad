import TestSupport

/// The eyedropper that separates colors, on patches side by side: the printed flags select one
/// and not the other, judged by the mask of a run with them.
struct SeparatingPickTests {
  private struct Report: Decodable {
    var count: Int
    var flags: [String]
    var kept, not_kept: Double?
    var apart: Bool?
  }

  /// Patches of 80 by 240 pixels from left to right, under noise.
  private func picture(_ colors: [String], _ scratch: Scratch) throws -> String {
    let path = scratch.path("patches.png")
    let boxes = colors.enumerated().map { index, color in
      "drawbox=\(80 * index):0:80:240:0x\(color):fill"
    }
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=0x808080:s=320x240:r=1:d=1", "-vf",
      "format=gbrp," + boxes.joined(separator: ",")
        + ",noise=alls=8:all_seed=3,format=rgb24", "-frames:v", "1", path)
    return path
  }

  private func pick(_ arguments: [String]) throws -> Report {
    let run = try Command.splash(["pick"] + arguments + ["--white-balance", "off", "--json"])
      .checked()
    return try JSONDecoder().decode(Report.self, from: run.output)
  }

  /// Mean of the mask over the middle of each of the four patches, 0…1.
  private func shares(_ path: String, _ flags: [String]) throws -> [Double] {
    let run = try Command.splash(
      [path] + flags + [
        "--white-balance", "off", "--show", "mask", "-o", "-", "--format", "rawvideo",
        "--pixel-format", "gray", "--quiet",
      ]
    ).checked()
    let codes = [UInt8](run.output)
    try #require(codes.count == 320 * 240)
    let (black, white) = (Double(codes.min() ?? 0), Double(codes.max() ?? 255))
    return (0..<4).map { patch in
      var sum = 0.0
      for y in 60..<180 {
        for x in (80 * patch + 20)..<(80 * patch + 60) {
          sum += (Double(codes[320 * y + x]) - black) / (white - black)
        }
      }
      return sum / (120 * 40)
    }
  }

  @Test(arguments: [
    (one: "c02838", other: "c8968c"),  // something red and a hand: by saturation
    ("d07020", "c0a828"),  // orange and mustard: by hue
    ("3060c0", "182f60"),  // by value, hue and saturation being the same
    ("b03040", "b04a30"),  // two reds, 15 degrees apart
  ])
  func pickSeparatesAColorFromAnUnwantedOne(one: String, other: String) throws {
    let scratch = Scratch()
    let path = try picture([one, other, "808080", "2050c0"], scratch)
    let report = try pick([path, "--at", "40,120", "--not", "120,120"])
    #expect(report.apart == true && report.flags.count == 2)
    let shares = try shares(path, report.flags)
    #expect(shares[0] > 0.85 && shares[1] < 0.15, "\(report.flags): \(shares)")
    #expect(abs(shares[0] - (try #require(report.kept))) < 0.1)
    // The other way round as well.
    let back = try pick([path, "--at", "120,120", "--not", "40,120"])
    let turned = try self.shares(path, back.flags)
    #expect(turned[1] > 0.85 && turned[0] < 0.15, "\(back.flags): \(turned)")
  }

  @Test func inseparableColorsAreReported() throws {
    let scratch = Scratch()
    let path = try picture(["c02838", "c02838", "808080", "2050c0"], scratch)
    let report = try pick([path, "--at", "40,120", "--not", "120,120"])
    #expect(report.apart == false)
    let said = try Command.splash("pick", path, "--at", "40,120", "--not", "120,120")
    #expect(said.text.contains("not apart"), "\(said.text)")
  }

  /// Spots of several hues give a flag each, those of one hue share one.
  @Test func severalPickedSpotsAreKept() throws {
    let scratch = Scratch()
    let path = try picture(["c02838", "b83050", "20a040", "2050c0"], scratch)
    let report = try pick(
      [path, "--at", "40,120", "--at", "120,120", "--at", "280,120", "--not", "200,120"])
    #expect(report.flags.count == 4, "\(report.flags)")
    let shares = try shares(path, report.flags)
    for (patch, isKept) in [true, true, false, true].enumerated() {
      #expect(isKept ? shares[patch] > 0.85 : shares[patch] < 0.15, "\(shares)")
    }
  }

  @Test func pickedRectangleIsSampledWhole() throws {
    let scratch = Scratch()
    let path = try picture(["c02838", "c02838", "808080", "2050c0"], scratch)
    #expect(try pick([path, "--at", "10,20,30,40"]).count == 30 * 40)
    #expect(try pick([path, "--at", "25%,0,25%,50%"]).count == 80 * 120)
    for place in ["10,20,30", "10,20,30,x", "400,20,3,3"] {
      #expect(try Command.splash("pick", path, "--at", place).status == 64, "\(place)")
      #expect(
        try Command.splash("pick", path, "--at", "1,1", "--not", place).status == 64, "\(place)")
    }
  }

  /// Skin beside something red, without naming it: its hue lies within the width.
  @Test func pickLeavesPaleColorsOfTheSameHue() throws {
    let scratch = Scratch()
    let path = try picture(["c02838", "d0a8a4", "808080", "2050c0"], scratch)
    let shares = try shares(path, pick([path, "--at", "40,120"]).flags)
    #expect(shares[0] > 0.95 && shares[1] < 0.1, "\(shares)")
  }
}
