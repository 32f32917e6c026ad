import TestSupport

/// Animations from animations: their loop count and the time of each frame.
struct AnimationTests {
  private let scratch = Scratch()

  /// Three frames at uneven times.
  private func animation(_ kind: String, plays: Int, name: String? = nil) throws -> String {
    let path = scratch.path(name ?? "in.\(kind)")
    let loop =
      switch kind {
      case "gif": ["-loop", "\(plays == 0 ? 0 : plays == 1 ? -1 : plays - 1)"]
      case "apng": ["-plays", "\(plays)"]
      default: ["-loop", "\(plays)"]
      }
    try Command.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x64:r=100:d=0.03", "-vf",
        "setpts='if(eq(N,0),0,if(eq(N,1),4,20))'", "-fps_mode", "passthrough",
        "-f", kind,
      ] + loop + [path])
    return path
  }

  /// The loop count in a file's bytes, 0 for endless.
  private func plays(_ path: String) throws -> Int? {
    let bytes = [UInt8](try Data(of: path))
    func place(behind text: String) -> Int? {
      let text = Array(text.utf8)
      return bytes.indices.first { bytes[$0...].starts(with: text) }.map { $0 + text.count }
    }
    if bytes.starts(with: "GIF".utf8) {
      guard let place = place(behind: "NETSCAPE2.0") else { return 1 }
      let again = Int(bytes[place + 2]) + 256 * Int(bytes[place + 3])
      return again == 0 ? 0 : again + 1
    }
    if let place = place(behind: "acTL") {
      return bytes[place + 4..<place + 8].reduce(0) { $0 * 256 + Int($1) }
    }
    return place(behind: "ANIM").map { Int(bytes[$0 + 8]) + 256 * Int(bytes[$0 + 9]) }
  }

  @Test(arguments: ["gif", "apng", "webp"], [0, 1, 3])
  func loopCountOfAnAnimationIsKept(kind: String, count: Int) throws {
    let input = try animation(kind, plays: count)
    try #require(plays(input) == count)
    for other in ["gif", "apng", "webp"] {
      let output = scratch.path("out.\(other)")
      try Command.splash(input, "-o", output, "-y").checked()
      #expect(try plays(output) == count, "\(kind) to \(other)")
    }
  }

  @Test(arguments: ["gif", "apng", "webp"], [0, 1, 7])
  func loopFlagSetsTheLoopCountOfAnAnimation(kind: String, count: Int) throws {
    let output = scratch.path("out.\(kind)")
    try Command.splash(
      animation("gif", plays: 2), "-o", output, "--loop", "\(count)"
    ).checked()
    #expect(try plays(output) == count)
  }

  @Test(arguments: ["-1", "1.5", "65536", "often"]) func invalidLoopCountsAreRefused(word: String)
    throws
  {
    let run = try Command.splash(
      animation("gif", plays: 2), "-o", scratch.path("out.gif"), "--loop=\(word)")
    #expect(run.status == 64 && run.errors.contains("--loop"), "\(run.errors)")
  }

  @Test func loopFlagIsRefusedForVideo() throws {
    let output = scratch.path("out.mp4")
    let run = try Command.splash(animation("gif", plays: 2), "-o", output, "--loop", "3")
    #expect(run.status == 64 && run.errors.contains("--loop 3"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test(arguments: ["apng", "gif"]) func webPKeepsFrameTimesOfAnAnimation(kind: String) throws {
    let (output, again) = (scratch.path("out.webp"), scratch.path("again.nut"))
    for arguments in [[try animation(kind, plays: 0), "-o", output], [output, "-o", again]] {
      let run = try Command.splash(arguments)
      #expect(run.status == 0 && !run.errors.contains("posted"), "\(run.errors)")
    }
    let times = try Media(again).times()
    try #require(times.count == 3)
    #expect(zip(times, [0, 0.04, 0.2]).allSatisfy { abs($0 - $1) < 0.0011 }, "\(times)")
  }

  /// What can be decoded is kept, or there is no output.
  @Test func damagedAPNGIsDecodedOrLeavesNoOutput() throws {
    let input = try animation("apng", plays: 1)
    let whole = try Data(of: input)
    let output = scratch.path("out.png")
    var statuses: Set<Int32> = []
    for place in stride(from: 40, to: whole.count - 12, by: whole.count / 16) {
      var damaged = whole
      for index in 0..<6 { damaged[place + index] ^= 0xa5 }
      try damaged.write(to: URL(fileURLWithPath: input))
      let run = try Command.splash(input, "-o", output)
      #expect([0, 2].contains(run.status), "\(run.errors)")
      let isThere = FileManager.default.fileExists(atPath: output)
      #expect(isThere == (run.status == 0), "damaged at \(place): \(run.errors)")
      statuses.insert(run.status)
      try? FileManager.default.removeItem(atPath: output)
    }
    #expect(statuses.contains(0))
  }

  @Test func apngNamedPNGStaysAnimated() throws {
    let input = try animation("apng", plays: 3, name: "in.png")
    let output = scratch.path("out.png")
    let run = try Command.splash(input, "-o", output)
    #expect(run.status == 0 && run.errors.contains("an animated PNG"), "\(run.errors)")
    #expect(try plays(output) == 3)
    #expect(try Media(output).times().count == 3)
    let one = scratch.path("one.png")
    let single = try Command.splash(input, "-o", one, "--frames", "1")
    #expect(single.status == 0 && !single.errors.contains("animated PNG"), "\(single.errors)")
    #expect(try plays(one) == nil)
  }
}
