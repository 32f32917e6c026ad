import Foundation
import TestSupport

/// Outlines of people, through the command, with the fetched networks and a portrait. Behind her
/// arm is a flag, whose red the network for people alone takes for a part of her.
@Suite(.enabled(if: Subjects.areThere, "scripts/models fetches what this needs"))
struct PersonOutlineTests {
  private let scratch = Scratch()

  private static let portrait =
    Repository.root.appendingPathComponent("film/photos/astronaut.jpg").path

  /// What a mask keeps of a box, 0…1.
  private func kept(_ mask: some Collection<UInt8>, _ x: Range<Int>, _ y: Range<Int>, side: Int)
    -> Double
  {
    let codes = Array(mask)
    let sum = y.reduce(0) { sum, row in
      x.reduce(sum) { $0 + min(max(Int(codes[row * side + $1]) - 16, 0), 219) }
    }
    return Double(sum) / Double(219 * x.count * y.count)
  }

  @Test func photoKeepsHerWithoutTheFlagBehindHer() throws {
    func flag(_ network: String...) throws -> Double {
      let output = scratch.path("mask.mkv")
      try Command.splash(
        [Self.portrait, "-o", scratch.path("mask.png"), "-y", "--keep", "person", "--show", "mask"]
          + network
      ).checked()
      try Command.ffmpeg(["-y", "-i", scratch.path("mask.png"), "-c:v", "ffv1", output])
      let mask = try Media(output).samples("gray").prefix(512 * 512)
      #expect(kept(mask, 80..<200, 350..<480, side: 512) > 0.9)
      return kept(mask, 0..<16, 300..<470, side: 512)
    }
    let (plain, fitted) = (try flag("--person-network", "selfie"), try flag())
    #expect(plain > 0.2 && fitted < 0.05, "\(plain), \(fitted)")
    #expect(try flag("--person-network", "outline") == fitted)
  }

  /// A clip that moves down over the portrait by a pixel a frame.
  private func clip() throws -> String {
    try scratch.make(
      "portrait.mkv", "-loop", "1", "-framerate", "25", "-i", Self.portrait, "-vf",
      "scale=384:384,crop=320:320:0:n,format=yuv420p", "-frames:v", "36", "-c:v", "libx264",
      "-qp", "12", "-g", "9")
  }

  private let flags = [
    "--keep", "person", "--person-network", "outline", "--white-balance", "off", "--quiet",
  ]

  @Test func clipKeepsHerWithoutTheFlagInEachFrame() throws {
    let output = scratch.path("mask.mkv")
    try Command.splash(
      [try clip(), "-o", output, "--show", "mask", "--codec", "ffv1"] + flags
    ).checked()
    let masks = try Media(output).samples("yuv420p", frames: 36)
    let size = 320 * 320 * 3 / 2
    try #require(masks.count == 36 * size)
    for number in 0..<36 {
      let mask = masks[number * size..<number * size + 320 * 320]
      let (flag, suit) = (
        kept(mask, 0..<8, 230..<280, side: 320), kept(mask, 60..<150, 230..<280, side: 320)
      )
      #expect(flag < 0.1 && suit > 0.9, "frame \(number): \(flag), \(suit)")
    }
  }

  @Test func joinedPartsMatchOneRun() throws {
    let films = try JoinedParts(of: clip(), flags + ["--codec", "ffv1"], in: scratch)
    let (one, other) = (
      try films.whole.samples("yuv420p", frames: 36),
      try films.joined.samples("yuv420p", frames: 36)
    )
    #expect(!one.isEmpty && one == other)
  }

  @Test func outlinesOfLiveFramesAreRefused() throws {
    let run = try Command.splash(
      [try clip(), "--realtime", "--keep", "person", "--person-network", "outline", "-o", "null"])
    #expect(
      run.status == 64 && run.errors.contains("outlines take a second a frame"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}
