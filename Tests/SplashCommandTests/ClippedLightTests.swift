import TestSupport

/// The light of frames whose whites clip in some channels and not in others.
struct ClippedLightTests {
  private let scratch = Scratch()
  private static let (width, height) = (192, 144)

  init() throws {
    // Half as bright as meant, so that ffmpeg can overexpose it: a white sky, a blue patch of 4.7 %
    // of the frame, and objects of all greys with a little warmth.
    var dice = SeededGenerator(seed: 9)
    var bytes = Data("P6\n\(Self.width) \(Self.height)\n255\n".utf8)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let grain = Double.random(in: -0.02...0.02, using: &dice)
        let isSky = y < 48
        let isBlue = !isSky && x < 36 && y < 84
        let grey = 0.15 + 0.8 * Double((x * 7 + y * 13) % 97) / 97
        let thing = isBlue ? [0.12, 0.2, 0.75] : [grey, grey * 0.97, grey * 0.92]
        let color = isSky ? [1.04, 1.04, 1.04] : thing
        bytes += color.map { UInt8(min(max(($0 + grain) / 2, 0), 1) * 255 + 0.5) }
      }
    }
    try bytes.write(to: URL(fileURLWithPath: scratch.path("half.ppm")))
  }

  /// Makes a clip or a photo with a channel dimmed.
  ///
  /// - Parameter factor: of the channel, as FFmpeg's `geq` reads it.
  private func make(_ name: String, _ channel: String, by factor: String, frames: Int) throws {
    let parts = ["r", "g", "b"].map { other in
      "\(other)='min(255,2*\(other)(X,Y)\(other == channel ? "*(\(factor))" : ""))'"
    }
    try Command.ffmpeg(
      "-loop", "1", "-framerate", "25", "-i", scratch.path("half.ppm"), "-vf",
      "format=gbrp,geq=\(parts.joined(separator: ":"))", "-frames:v", "\(frames)", "-c:v", "ffv1",
      "-pix_fmt", "gbrp", scratch.path(name))
  }

  private struct Stats: Decodable {
    struct Balance: Decodable { var gains: [Double] }
    var kept: Double
    var white_balance: Balance
  }

  /// A slightly larger cast makes a slightly larger correction and nearly the same mask.
  @Test(arguments: ["r", "g", "b"]) func growingCastMovesBalanceInSmallSteps(
    channel: String
  ) throws {
    var last: Stats?
    for percent in stride(from: 97, through: 85, by: -1) {
      try make("cast.mkv", channel, by: "0.\(percent)", frames: 1)
      let stats = scratch.path("stats.json")
      try Command.splash(
        scratch.path("cast.mkv"), "--hue", "blue", "-o", "null", "-y", "--quiet", "--stats-json",
        stats)
      let now = try JSONDecoder().decode(
        Stats.self, from: Data(of: stats))
      if let last {
        let steps = zip(now.white_balance.gains, last.white_balance.gains).map { abs($0 - $1) }
        #expect(steps.max()! < 0.03, "\(channel) 0.\(percent): \(last) \(now)")
        #expect(abs(now.kept - last.kept) < 0.06, "\(channel) 0.\(percent): \(last) \(now)")
      }
      last = now
    }
  }

  /// The selected share changes from frame to frame without a jump.
  @Test(arguments: ["r", "b"]) func driftingCastMovesMaskWithoutJumps(
    channel: String
  ) throws {
    try make("drift.mkv", channel, by: "1-0.002*N", frames: 100)
    try Command.splash(
      scratch.path("drift.mkv"), "--hue", "blue", "--show", "mask", "-o", scratch.path("mask.mkv"),
      "--codec", "ffv1", "--quiet")
    let masks = try Command.ffmpeg(
      "-i", scratch.path("mask.mkv"), "-f", "rawvideo", "-pix_fmt", "gray", "-"
    ).output
    let size = Self.width * Self.height
    #expect(masks.count == 100 * size)
    let kept = stride(from: 0, to: masks.count, by: size).map { start in
      Double(masks[start..<(start + size)].reduce(0) { $0 + Int($1) }) / Double(255 * size)
    }
    let jumps = zip(kept, kept.dropFirst()).map { abs($0 - $1) }
    #expect(jumps.max()! < 0.03, "\(channel): \(kept)")
  }
}
