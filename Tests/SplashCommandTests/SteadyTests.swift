import SplashCore
import TestSupport

/// White balance and temporal smoothing through the command; limits for real clips have a margin
/// below what scripts/bench/steady prints.
struct SteadyTests {
  private let scratch = Scratch()
  private static let raw = [
    "--smoothing", "0", "--despeckle", "0", "--close-holes", "0", "--remove-specks", "0",
  ]

  private func masks(_ clip: String, _ arguments: [String]) throws -> ShownMasks {
    try ShownMasks(of: clip, arguments, in: scratch)
  }

  private func overlap(_ a: [UInt8], _ b: [UInt8]) -> Double {
    let (common, all) = zip(a, b).reduce(into: (0, 0)) { sums, pair in
      sums.0 += Int(min(pair.0, pair.1))
      sums.1 += Int(max(pair.0, pair.1))
    }
    return all == 0 ? 1 : Double(common) / Double(all)
  }

  private func mean(_ numbers: [Double]) -> Double { numbers.reduce(0, +) / Double(numbers.count) }

  /// A lossless BT.709 cut of a clip, 480 columns wide, after an FFmpeg filter chain on R'G'B'.
  private func clip(_ name: String, start: Double, frames: Int, _ chain: String) throws -> String {
    return try scratch.make(
      "\(UUID().uuidString).mkv", "-noautorotate", "-ss", "\(start)", "-i",
      name.hasPrefix("film/") ? Repository.path(name) : Clips.path(name),
      "-map", "0:v:0",
      "-frames:v", "\(frames)", "-vf",
      "scale=480:270,format=gbrp,\(chain),scale=out_color_matrix=bt709:out_range=tv,"
        + "setparams=colorspace=bt709:range=tv", "-pix_fmt", "yuv420p", "-c:v", "ffv1")
  }

  /// Cards, and the color of a grey under the same light.
  private static let cards =
    [(name: "card-tungsten.png", grey: [Card.tungsten.red, 1, Card.tungsten.blue])]
    + Footage.adding(
      [
        (name: "photos/card-bedspread-tungsten.png", grey: [1.42085, 1, 0.50761]),
        (name: "photos/card-chair-tungsten.png", grey: [1.22104, 1, 0.70310]),
      ], named: \.name)

  private func balance(of clip: String, _ options: [String]) throws -> RunReport.WhiteBalance {
    let path = scratch.path("\(UUID().uuidString).json")
    try Command.splash([clip, "-o", "null", "--quiet", "--stats-json", path] + options).checked()
    let report = try JSONDecoder().decode(
      RunReport.self, from: Data(of: path))
    return try #require(report.white_balance)
  }

  private func angle(_ a: [Double], _ b: [Double]) -> Double {
    func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    let cosine = dot(a, b) / (dot(a, a) * dot(b, b)).squareRoot()
    return acos(min(cosine, 1)) * 180 / .pi
  }

  @Test(arguments: cards) func whiteBalanceFindsTheLightOfACard(name: String, grey: [Double]) throws
  {
    let found = try balance(of: Clips.path(name), [])
    #expect(found.found == true)
    #expect(angle(found.gains.map { 1 / $0 }, grey) < 0.5 * angle([1, 1, 1], grey))
    // FFmpeg's grayworld is off by 3.0 and 2.3 degrees on the photographs.
    let mean = try balance(of: Clips.path(name), ["--white-balance", "gray-world"])
    #expect(angle(mean.gains.map { 1 / $0 }, grey) < 3.5)
  }

  /// A photo has the same light as a clip of it.
  @Test func photoIsBalancedLikeAClip() throws {
    let film = try scratch.make(
      "card.mkv", "-loop", "1", "-i", Clips.path("card-tungsten.png"), "-frames:v", "2",
      "-pix_fmt", "gbrp", "-c:v", "ffv1")
    let gains = try [film, Clips.path("card-tungsten.png")].map { try balance(of: $0, []).gains }
    #expect(zip(gains[0], gains[1]).allSatisfy { abs($0 - $1) < 0.01 }, "\(gains)")
  }

  @Test func oneColoredFrameIsNotBalanced() throws {
    let wall = try scratch.make(
      "wall.mkv", "-f", "lavfi", "-i", "color=0xc08040:s=320x180:d=0.2", "-c:v", "ffv1")
    let found = try balance(of: wall, [])
    #expect(found.found == false && found.gains == [1, 1, 1])
    #expect(try balance(of: wall, ["--white-balance", "off"]).found == nil)
    let run = try Command.splash(wall, "-o", "null", "--stats")
    #expect(
      run.errors.contains("gains 1.000 1.000 1.000: the light could not be told from the frames"))
  }

  /// A lamp that is switched on is balanced within a second of the clip.
  @Test func balanceAdaptsToNewLightWithinASecond() throws {
    let clip = try scratch.make(
      "lamp.mkv", "-loop", "1", "-r", "25", "-t", "3", "-i", Clips.path("card-tungsten.png"),
      "-vf", "scale=320:-2,format=gbrp,colorchannelmixer=rr=0.8:bb=1.4:enable='lt(t,1)'",
      "-pix_fmt", "gbrp", "-c:v", "ffv1")
    let late = try balance(of: clip, ["--end", "2.04"]).gains
    let end = try balance(of: clip, []).gains
    let before = try balance(of: clip, ["--end", "1"]).gains
    #expect(abs(log2(late[0] / end[0])) < 0.1 * abs(log2(before[0] / end[0])) + 0.01)
    #expect(abs(log2(late[2] / end[2])) < 0.1 * abs(log2(before[2] / end[2])) + 0.01)
    #expect(before[0] > end[0] + 0.1)
  }

  /// With the least overlap under casts, and the least gain of it by the balance; those of clips by
  /// the table of constancy in Steadiness.md.
  @Test(
    arguments: [
      ("film/still.mp4", "225", 0.75, 0.3),
      ("film/street.mp4", "205.5:44.5,s=0.16..1,v=0.1..1", 0.75, 0.3),
    ]
      + Footage.adding(
        [
          ("cups-red-720p.mp4", "0", 0.8, 0.15), ("ducks-goldenhour-vfr.mp4", "32", 0.55, 0.25),
          ("juggle-sport-720p24.mp4", "75", 0.65, 0.2),
        ], named: \.0))
  func colorCastDoesNotChangeTheMask(name: String, hue: String, least: Double, gain: Double) throws
  {
    let options = ["--hue", hue] + Self.raw
    let untouched = try masks(clip(name, start: 1, frames: 6, "null"), options).masks
    let off = options + ["--white-balance", "off"]
    let untouchedOff = try masks(clip(name, start: 1, frames: 6, "null"), off).masks
    var (on, without) = ([Double](), [Double]())
    for cast in ["rr=1.25:bb=0.7", "rr=0.85:bb=1.2"] {
      let path = try clip(name, start: 1, frames: 6, "colorchannelmixer=\(cast)")
      on += try zip(untouched, masks(path, options).masks).map(overlap)
      without += try zip(untouchedOff, masks(path, off).masks).map(overlap)
    }
    #expect(mean(on) > least)
    #expect(mean(on) > mean(without) + gain)
    withKnownIssue("the learned light holds these clips less than films") {
      #expect(mean(on) > 0.75)
      #expect(mean(on) > mean(without) + 0.3)
    } when: {
      !name.hasPrefix("film/")
    }
  }

  @Test(
    arguments: [("sunset.mkv", "28", 0.2, 20)]
      + Footage.adding(
        [
          ("ducks-goldenhour-vfr.mp4", "32", 0.5, 20), ("juggle-sport-720p24.mp4", "75", 0.5, 20),
          // From the white of the keys to red alone.
          ("keyboard-red-lowlight-rot90.mp4", "0", 0, 39),
        ], named: \.0))
  func oneColoredFootageKeepsItsColor(name: String, hue: String, start: Double, frames: Int) throws
  {
    let path = try clip(name, start: start, frames: frames, "null")
    let options = ["--hue", hue] + Self.raw
    let on = try masks(path, options).masks
    let off = try masks(path, options + ["--white-balance", "off"]).masks
    #expect(mean(zip(on, off).map(overlap)) > 0.85)
  }

  /// A gain of the balance multiplies the noise of a dim frame, but not the mask's flicker.
  @Test func balanceGainsDoNotMakeDarkFramesFlicker() throws {
    let path = try scratch.make(
      "dim.mkv", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=0.04", "-vf",
      "loop=23:1,format=yuv444p,lutyuv=y=16+(val-16)*0.3:u=128+(val-128)*0.2:v=128+(val-128)*0.2,"
        + "noise=all_seed=4:all_strength=9:all_flags=t", "-frames:v", "24", "-pix_fmt", "yuv420p",
      "-c:v", "ffv1")
    func flicker(_ options: [String]) throws -> Double {
      try masks(path, ["--hue", "220"] + options).report.flicker
    }
    let plain = try flicker(["--white-balance", "off"])
    for gains in ["gains=1,1,1.29", "gains=0.9,1,1.6"] {
      let steady = try flicker(["--white-balance", gains])
      let raw = try flicker(["--white-balance", gains] + Self.raw)
      #expect(raw > 0.02, "there is noise: \(raw)")
      #expect(steady < raw / 3)
      #expect(steady < plain + 0.0005)
    }
  }

  @Test func maskOfANoisyStillSceneDoesNotFlicker() throws {
    let path = scratch.path("noise.mkv")
    // FFmpeg's noise is even or Gaussian-like; strength 12 on each plane is a sigma of about 4
    // codes.
    try Command.ffmpeg(
      "-ss", "3", "-i", Clips.path("cups.mp4"), "-vf",
      "scale=640:360,trim=end_frame=1,loop=loop=11:size=1,setpts=N/30/TB,"
        + "noise=all_seed=7:all_strength=12:all_flags=t", "-an", "-c:v", "ffv1", path)
    let raw = try masks(path, ["--hue", "0"] + Self.raw).report.flicker
    let steady = try masks(path, ["--hue", "0"]).report.flicker
    #expect(raw > 0.02)
    #expect(steady < raw / 20)
  }

  @Test(
    arguments: [("cups.mp4", "0")]
      + Footage.adding(
        [("cups-red-720p.mp4", "0"), ("juggle-sport-720p24.mp4", "75")], named: \.0))
  func smoothedMaskFollowsMotion(name: String, hue: String) throws {
    let path = try clip(name, start: 2, frames: 40, "null")
    let raw = try masks(path, ["--hue", hue] + Self.raw).masks
    let steady = try masks(path, ["--hue", hue, "--close-holes", "0", "--remove-specks", "0"]).masks
    let each = zip(raw, steady).map(overlap)
    #expect(mean(each) > 0.96)
    #expect(each.min()! > 0.93)
  }

  @Test func reportedFlickerMatchesTheShownMasks() throws {
    // Noise on a soft edge: many pixels change by about a quarter.
    let path = try clip(
      "sunset.mkv", start: 0.2, frames: 12, "noise=all_seed=9:all_strength=30:all_flags=t")
    let shown = try masks(path, ["--hue", "15:12:25", "--white-balance", "off"])
    let changed = zip(shown.masks, shown.masks.dropFirst()).map { pair in
      Double(zip(pair.0, pair.1).count { abs(Int($0) - Int($1)) > 54 }) / Double(pair.0.count)
    }
    // 63 of 255 codes are 54.1 of the 219 steps of the frame.
    #expect(abs(shown.report.flicker - mean(changed)) < 0.002)
  }
}
