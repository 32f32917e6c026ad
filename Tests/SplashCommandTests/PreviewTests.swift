import TestSupport

/// Frames of a clip before and after, in one picture; and one frame under every look.
struct PreviewTests {
  private let scratch = Scratch()

  private func preview(_ arguments: String...) throws -> Command {
    try Command.splash(["preview"] + arguments)
  }

  @Test func previewShowsTwelveFramesBeforeAndAfter() throws {
    let clip = try scratch.greyBesideRed(320, 192, rate: 10, seconds: 3)
    let sheet = scratch.path("sheet.png")
    let run = try preview(clip, "-o", sheet, "--hue", "blue").checked()
    #expect(run.lines.count == 6 && run.lines[0].hasPrefix("row 1: 0:00.1 0.0 % kept  0:00.4 "))
    #expect(try Media(sheet).probe("v:0", "stream=width,height") == ["1920,1728"])
    // Red beside grey on the left of each pair, grey alone on the right.
    let samples = try Media(sheet).samples("rgb24")
    func isGrey(_ column: Int, _ row: Int) -> Bool {
      let pixel = samples[(row * 1920 + column) * 3..<(row * 1920 + column) * 3 + 3].map(Int.init)
      return pixel.max()! - pixel.min()! < 12
    }
    for row in stride(from: 144, to: 1728, by: 288) {
      for pair in [0, 960] {
        let before = [60, 360].map { isGrey(pair + $0, row) }
        #expect(Set(before) == [true, false])
        #expect([60, 360].allSatisfy { isGrey(pair + 480 + $0, row) })
      }
    }
    #expect(try preview(clip, "--sheet", sheet).status == 2)
    let kept = try preview(
      clip, "--sheet", sheet, "-y", "--hue", "red", "--start", "1", "--white-balance", "off")
    #expect(kept.lines.first?.firstMatch(of: /7[45]\.\d % kept/) != nil)
    #expect(kept.lines.first?.hasPrefix("row 1: 0:01.1") == true, "\(kept.lines)")
  }

  /// Before and behind the times of the effect the right half of a pair is as the left.
  @Test func effectTimesAreShown() throws {
    let clip = try scratch.greyBesideRed(320, 192, rate: 10, seconds: 3)
    let sheet = scratch.path("sheet.png")
    try preview(clip, "-o", sheet, "--hue", "blue", "--from", "1", "--until", "2").checked()
    let samples = try Media(sheet).samples("rgb24")
    func hasRed(_ column: Int, _ row: Int) -> Bool {
      (0..<480).contains { x in
        let pixel = samples[(row * 1920 + column + x) * 3..<(row * 1920 + column + x) * 3 + 3]
        return Int(pixel.max()!) - Int(pixel.min()!) > 60
      }
    }
    // Two pairs a row, a quarter of a second apart.
    for moment in 0..<12 {
      let time = (Double(moment) + 0.5) / 4
      let (column, row) = (moment % 2 * 960 + 480, moment / 2 * 288 + 144)
      #expect(hasRed(column - 480, row))
      #expect(hasRed(column, row) == !(1..<2).contains(time), "\(time)")
    }
    let late = try preview(clip, "-o", sheet, "-y", "--from", "9")
    #expect(late.status == 0 && late.errors.contains("--from 9 is beyond the end"), "\(late)")
  }

  @Test func previewOfAPhotoIsOnePair() throws {
    let sheet = scratch.path("sheet.png")
    let run = try preview(Clips.path("card.jpg"), "--sheet", sheet)
    #expect(run.status == 0 && run.lines.count == 1, "\(run.errors)")
    #expect(try Media(sheet).probe("v:0", "stream=width")[0] == "960")
  }

  /// A backdrop behind a rotated clip stands upright in the sheet.
  @Test(arguments: ["preview", "looks"]) func backdropsInSheetsAreUpright(sheet: String) throws {
    let clip = try scratch.greyBesideRed(320, 192, rate: 5, seconds: 1, turned: 90)
    let back = try scratch.make(
      "back.png", "-f", "lavfi", "-i", "color=blue:s=192x320,drawbox=t=fill:h=ih/2:color=red",
      "-frames:v", "1")
    let output = Media(scratch.path("sheet.png"))
    try Command.splash(
      sheet, clip, "-o", output.path, "--keep", "box=0,0,1,1", "--kept", "image=\(back)",
      "--white-balance", "off"
    ).checked()
    #expect(try output.probe("v:0", "stream=width") == ["1152"])
    let samples = try output.samples("rgb24")
    // Red above and blue below, in the second picture of the first row.
    for (row, isRed) in [(100, true), (380, false)] {
      for column in [340, 520] {
        let place = (row * 1152 + column) * 3
        #expect((samples[place] > samples[place + 2]) == isRed, "\(column), \(row)")
      }
    }
  }

  @Test(arguments: ["preview", "looks"])
  func sheetOfATallPictureHasABoundedSize(sheet: String) throws {
    let tall = try scratch.make(
      "tall.png", "-f", "lavfi", "-i", "testsrc2=s=100x10000", "-frames:v", "1")
    let output = Media(scratch.path("sheet.png"))
    try Command.splash(sheet, tall, "-o", output.path).checked()
    let sides = try output.probe("v:0", "stream=width,height")[0].split(separator: ",")
    #expect(sides.allSatisfy { (1...10_000).contains(Int($0) ?? 0) }, "\(sides)")
  }

  @Test func previewGivesAGreyClipColor() throws {
    let clip = try scratch.make(
      "grey.mkv", "-f", "lavfi", "-i", "color=gray:s=160x96:r=8:d=1,format=gray", "-c:v", "ffv1")
    let sheet = scratch.path("sheet.png")
    try preview(clip, "--sheet", sheet, "--rest", "sepia").checked()
    let samples = try Media(sheet).samples("rgb24").map(Int.init)
    let (before, after) = ((144 * 1920 + 400) * 3, (144 * 1920 + 900) * 3)
    #expect(abs(samples[before] - samples[before + 2]) < 4)
    #expect(samples[after] > samples[after + 2] + 20)
  }

  @Test func previewRefusesTrackedObjects() throws {
    let clip = try scratch.greyBesideRed(320, 192, rate: 10, seconds: 1)
    let run = try preview(clip, "--sheet", scratch.path("sheet.png"), "--keep", "color@0.75,0.5")
    #expect(run.status == 64 && run.errors.contains("followed"), "\(run.errors)")
    #expect(try preview("-").status == 64)
  }
}
