import Glibc
import SplashCore
import TestSupport

/// Live frames that are delayed until networks have analyzed them.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "scripts/models fetches what this needs"))
struct DelayTests {
  private let scratch = Scratch()
  private let network: String

  init() throws {
    network = scratch.path("red.onnx")
    try MadeNetwork.write(to: network)
  }

  /// A red square on grey, alternately at the left and at the right, ten frames each.
  private func jumps(rate: Int, seconds: Double) throws -> String {
    let path = scratch.path("jumps.mkv")
    let at = { (x: Int, half: Int) in
      "drawbox=x=\(x):y=24:w=40:h=48:color=red:t=fill:enable='eq(mod(floor(n/10),2),\(half))'"
    }
    try Command.ffmpeg([
      "-f", "lavfi", "-i", "color=gray:s=160x96:r=\(rate):d=\(seconds),\(at(16, 0)),\(at(104, 1))",
      "-pix_fmt", "yuv420p", "-c:v", "ffv1", path,
    ])
    return path
  }

  private var look: [String] {
    ["--keep", "subject", "--subject-model", network, "--white-balance", "off", "--smoothing", "0"]
  }

  /// The mean overlap of two series of masks.
  private func overlap(_ shown: ShownMasks, _ known: ShownMasks) -> Double {
    let shares = zip(shown.masks, known.masks).map { one, other in
      let both = zip(one, other).count { $0 > 109 && $1 > 109 }
      let either = zip(one, other).count { $0 > 109 || $1 > 109 }
      return either == 0 ? 1 : Double(both) / Double(either)
    }
    return shares.reduce(0, +) / Double(max(shares.count, 1))
  }

  /// With a network slower than the frame rate.
  @Test func delayedFramesGetBetterFittingMasks() throws {
    let slow = scratch.path("slow.onnx")
    try MadeNetwork.write(to: slow, shape: [1, 3, 1536, 1536])
    let clip = try jumps(rate: 30, seconds: 4)
    let look = look + ["--subject-model", slow]
    let known = try ShownMasks(of: clip, look, in: scratch)
    func live(_ more: String...) throws -> (overlap: Double, report: RunReport) {
      let shown = try ShownMasks(of: clip, look + ["--realtime"] + more, in: scratch)
      #expect(shown.report.frames.dropped == 0)
      return (overlap(shown, known), shown.report)
    }
    let (plain, held) = (try live(), try live("--delay", "auto"))
    #expect(held.overlap > plain.overlap, "\(held.overlap) held, \(plain.overlap) else")
    #expect(plain.report.delay == nil)
    let delay = try #require(held.report.delay)
    #expect(delay.limit_ms == 2000 && (1...2000).contains(delay.now_ms), "\(delay)")
    #expect(delay.mean_ms > 0)
  }

  /// With a network that ends before the next frame comes.
  @Test func delayedFramesGetTheirOwnMask() throws {
    let clip = try jumps(rate: 8, seconds: 4)
    let known = try ShownMasks(of: clip, look, in: scratch)
    let shown = try ShownMasks(
      of: clip, look + ["--realtime", "--delay", "2000"], in: scratch)
    #expect(shown.masks.count == known.masks.count)
    let same = zip(shown.masks, known.masks).count { $0 == $1 }
    #expect(same * 10 > known.masks.count * 8, "\(same) of \(known.masks.count)")
  }

  @Test(arguments: [["--frames", "25"], ["--duration", "0.8"]])
  func delayLosesNoFramesAtTheEnd(part: [String]) throws {
    let (film, report) = (scratch.path("film.mkv"), scratch.path("report.json"))
    let run = try Command.splash(
      ["test:64x48@30", "--realtime", "--delay", "auto", "-o", film, "--codec", "ffv1"]
        + ["--stats-json", report] + part + look
    ).checked()
    let frames = try SummaryTests.report(report).frames
    #expect(frames.in == (part[0] == "--frames" ? 25 : 24) && frames.dropped == 0, "\(frames)")
    #expect(try Media(film).times().count == frames.in)
    #expect(run.errors.contains(#/, held for [\d.]+ ms, /#), "\(run.errors)")
  }

  @Test(arguments: ["mkv", "mp4"]) func delayKeepsSoundInSync(ending: String) throws {
    let clip = scratch.path("clip.mkv")
    try Command.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-f", "lavfi", "-i",
      "sine=frequency=440:duration=2", "-c:v", "ffv1", "-pix_fmt", "yuv420p", "-c:a", "aac", clip,
    ])
    func film(_ more: String...) throws -> Media {
      let path = scratch.path("film.\(ending)")
      try Command.splash([clip, "-o", path, "-y", "--quiet"] + look + more).checked()
      return Media(path)
    }
    func packets(_ media: Media) throws -> [String] {
      try media.probe("a:0", "packet=pts_time,size")
    }
    let plain = try film("--realtime")
    let (sound, pictures) = (try packets(plain), try plain.times())
    let held = try film("--realtime", "--delay", "700")
    #expect(!sound.isEmpty)
    #expect(try packets(held) == sound)
    #expect(try held.times() == pictures)
  }

  /// Delayed frames are written; nothing else is waited for.
  @Test func stopWritesDelayedFramesAndEnds() throws {
    let slow = scratch.path("slow.onnx")
    try MadeNetwork.write(to: slow, shape: [1, 3, 2048, 2048])
    let film = scratch.path("film.mkv")
    let process = Process()
    process.executableURL = Command.splash
    process.arguments =
      ["test:64x48@30", "--realtime", "--delay", "2000", "-o", film, "--codec", "ffv1", "--quiet"]
      + look + ["--subject-model", slow, "--progress", "json"]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    // Three objects of half a second each.
    var seen = Data()
    while seen.count(where: { $0 == 10 }) < 3 {
      let more = errors.fileHandleForReading.availableData
      guard !more.isEmpty else { break }
      seen += more
    }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    // Almost no frame was due yet.
    #expect(try Media(film).times().count > 20)
  }

  @Test func delayIsRefusedForFiles() throws {
    let clip = try jumps(rate: 8, seconds: 1)
    let run = try Command.splash(clip, "-o", "null", "--delay", "auto")
    #expect(run.status == 64)
    #expect(
      run.errors.contains(
        "--delay: \(clip) is a file, whose frames wait for their masks anyway; leave it out, or pace"
      ), "\(run.errors)")
    #expect(try Command.splash(clip, "-o", "null", "--quiet", "--delay", "0").status == 0)
  }

  @Test func framesAreNotDelayedWithoutANetwork() throws {
    let report = scratch.path("report.json")
    let run = try Command.splash(
      "test:64x48@30", "--realtime", "--frames", "20", "-o", "null", "--delay", "2000",
      "--stats-json", report)
    #expect(run.status == 0)
    #expect(run.errors.contains("--delay: no AI model is used, so frames are not held\n"))
    #expect(try SummaryTests.report(report).delay?.now_ms == 0)
  }

  @Test(arguments: ["-1", "2001", "1e9", "nan", "inf", "soon"])
  func invalidDelaysAreRefused(text: String) throws {
    let run = try Command.splash("test:", "--realtime", "-o", "null", "--delay=\(text)")
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("splash: --delay \(text): "), "\(run.errors)")
    #expect(run.errors.contains("give auto, or 0 to 2000 in milliseconds"))
  }

  @Test func ordersAreTakenDuringADelay() throws {
    let run = try SteeredRun(
      "--realtime", "--delay", "2000", "--keep", "subject", "--subject-model", network)
    func delay() throws -> Double {
      let stats = try run.send("stats", "--json").text
      return try #require(
        stats.firstMatch(of: #/"now_ms":([\d.]+)/#).flatMap { Double($0.1) }, "\(stats)")
    }
    #expect(try delay() > 0)
    for order in ["freeze", "unfreeze"] { #expect(try run.send(order).status == 0) }
    let client = try #require(ControlConnection(run.socket))
    client.send("{\"keep\":[],\"hues\":[\"red\"]}\n")
    #expect(client.line() == "{\"ok\":true}")
    // No network is asked any more.
    _ = run.first { _ in try! delay() == 0 }
    #expect(try delay() == 0)
    #expect(try run.send("keep=subject").status == 0)
    _ = run.first { _ in try! delay() > 0 }
    #expect(try delay() > 0)
    #expect(run.stop() == 0)
  }

  /// Networks see colors, also where the output stays grey.
  @Test func networksAnalyzeGreyFramesToo() throws {
    let clip = try scratch.make(
      "grey.mkv", "-f", "lavfi", "-i",
      "color=black:s=160x96:r=8:d=0.5,drawbox=x=16:y=24:w=40:h=48:color=white:t=fill,format=gray",
      "-c:v", "ffv1")
    let known = try ShownMasks(of: clip, look, in: scratch)
    let held = try ShownMasks(of: clip, look + ["--realtime", "--delay", "2000"], in: scratch)
    #expect(try #require(known.masks.last).contains { $0 > 109 })
    #expect(held.masks.last == known.masks.last)
  }

  @Test(arguments: [1 << 62, Int.max]) func hugeSubjectIntervalsAreAccepted(every: Int) throws {
    try Command.splash(
      ["test:64x48@30", "--frames", "3", "-o", "null", "--subject-every", "\(every)"] + look
    ).checked()
  }
}
