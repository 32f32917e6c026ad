import TestSupport

/// The effect between two times, without a list of keyframes.
struct EffectTimeTests {
  private let scratch = Scratch()

  private func splash(_ name: String, _ flags: String...) throws -> [[UInt8]] {
    let clip = scratch.path("clip.mkv")
    if !FileManager.default.fileExists(atPath: clip) {
      try Command.ffmpeg(
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=4", "-pix_fmt", "yuv420p", "-c:v", "ffv1",
        clip)
    }
    let path = scratch.path(name)
    try Command.splash([clip, "-o", path, "--codec", "ffv1", "--hue", "red", "-y"] + flags)
      .checked()
    let (samples, size) = (try Media(path).samples("yuv420p"), 64 * 48 * 3 / 2)
    return stride(from: 0, to: samples.count, by: size).map { Array(samples[$0..<$0 + size]) }
  }

  @Test func effectIsSeenOnlyBetweenTwoTimes() throws {
    let plain = try splash("plain.mkv", "--rest", "none")
    let whole = try splash("whole.mkv", "--rest", "noir")
    let part = try splash("part.mkv", "--rest", "noir", "--from", "1", "--until", "0:03")
    for picture in 0..<40 {
      let expected = (10..<30).contains(picture) ? whole : plain
      #expect(part[picture] == expected[picture], "picture \(picture)")
    }
    let end = try splash("end.mkv", "--rest", "noir", "--until", "2s")
    for picture in 0..<40 {
      #expect(end[picture] == (picture < 20 ? whole : plain)[picture], "picture \(picture)")
    }
  }

  @Test func fadeSetsHowLongTheEffectComesAndGoes() throws {
    let plain = try splash("plain.mkv", "--rest", "none", "--smoothing", "0")
    let whole = try splash("whole.mkv", "--rest", "noir", "--smoothing", "0")
    let part = try splash(
      "part.mkv", "--rest", "noir", "--smoothing", "0", "--from", "1", "--until", "3", "--fade",
      "0.5")
    func distance(_ one: [UInt8], _ two: [UInt8]) -> Int {
      zip(one, two).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    }
    for picture in 0..<40 {
      let share = distance(part[picture], plain[picture])
      let all = distance(whole[picture], plain[picture])
      switch picture {
      case ...10, 35...: #expect(share == 0, "picture \(picture)")
      case 11...14, 31...34: #expect(share > 0 && share < all, "picture \(picture)")
      default: #expect(part[picture] == whole[picture], "picture \(picture)")
      }
    }
  }

  /// As help and specification say of this command: colors go from 2 s to 3 s and come back from
  /// 6 s to 7 s, by the mean saturation that FFmpeg measures.
  @Test func fadesBeginAtTheirTimes() throws {
    let clip = try scratch.make(
      "blue.mkv", "-f", "lavfi", "-i", "color=blue:s=64x48:r=4:d=8", "-pix_fmt", "yuv420p",
      "-c:v", "ffv1")
    let result = scratch.path("result.mkv")
    try Command.splash(
      clip, "-o", result, "--codec", "ffv1", "--hue", "red", "--from", "2", "--until", "6",
      "--fade", "1"
    ).checked()
    let film = "movie=\(result),signalstats"
    let saturations = try Command.run(
      "ffprobe",
      [
        "-v", "error", "-f", "lavfi", film, "-show_entries",
        "frame_tags=lavfi.signalstats.SATAVG", "-of", "csv=p=0",
      ]
    ).lines.compactMap(Double.init)
    try #require(saturations.count == 32)
    let whole = saturations[0]
    #expect(whole > 50)
    for (picture, saturation) in saturations.enumerated() {
      let time = Double(picture) / 4
      let color = time < 6 ? min(max(3 - time, 0), 1) : min(time - 6, 1)
      #expect(abs(saturation / whole - color) < 0.02, "\(time) s: \(saturation)")
    }
  }

  @Test func noteHoldsTheTimesAsKeyframes() throws {
    _ = try splash("part.mkv", "--rest", "noir", "--from", "1", "--until", "3", "--fade", "0.5")
    let one = scratch.path("part.mkv")
    let two = scratch.path("again.mkv")
    try Command.splash(
      scratch.path("clip.mkv"), "-o", two, "--codec", "ffv1", "--settings", one
    ).checked()
    #expect(try Media(one).samples("yuv420p") == Media(two).samples("yuv420p"))
  }
}
