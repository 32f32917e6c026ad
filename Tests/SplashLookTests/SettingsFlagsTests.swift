import Foundation
import SplashLook
import TestSupport
import Testing

/// Settings as flags: what the tuner hands back has to say the same as its settings.
struct SettingsFlagsTests {
  @Test func defaultsNeedNoFlags() {
    #expect(SplashSettings().flags == [])
    var named = SplashSettings()
    named.hues = [HueRange(center: 350, width: 12.34567, saturation: Interval(0.1, 1))]
    named.whiteBalance = .gains(red: 1.2, green: 1, blue: 0.8)
    named.invert = true
    #expect(
      named.flags == [
        "--hue", "350:12.346,s=0.1..1", "--white-balance", "gains=1.2,1,0.8", "--invert",
      ])
  }

  /// The command reads the flags of random settings as the same settings.
  @Test(arguments: 1...8)
  func theCommandReadsThemBack(seed: Int) throws {
    var random = Generator(state: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15)
    let settings = random.settings().rounded
    try settings.validate()
    let scratch = try Scratch()
    let file = scratch.path("look.json")
    let run = try Command.run(
      Command.splash.path,
      ["test:64x48", "--frames", "1", "-o", "null", "--quiet", "--save-settings", file]
        + settings.flags)
    try #require(run.status == 0, "seed \(seed): \(settings.flags): \(run.errors)")
    let read = try SplashSettings(json: Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(read == settings, "seed \(seed): \(settings.flags)")
  }

  @Test(arguments: [
    "plain", "two words", "it's", "a\"b", "$HOME `id` $(id)", "*?[a]", "", "-dash", "~", "a\\b",
    "#hash",
    "ü 語", "line\nbreak", "0,s=0.1..1", "semi;colon", "a&b|c<d>e(f)g!h",
  ])
  func theShellReadsQuotedWordsAsTheyWere(word: String) throws {
    let run = try Command.run("sh", ["-c", "printf '<%s>' \(shellQuoted(word))"])
    #expect(run.status == 0)
    #expect(run.text == "<\(word)>")
  }

  /// Marsaglia's xorshift64 ("Xorshift RNGs", 2003).
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }

    mutating func interval() -> Interval {
      let (one, two) = (
        Double.random(in: 0...1, using: &self), Double.random(in: 0...1, using: &self)
      )
      return Interval(min(one, two), max(one, two))
    }

    mutating func hue() -> HueRange {
      HueRange(
        center: Double.random(in: 0..<359, using: &self),
        width: Bool.random(using: &self) ? Double.random(in: 0...180, using: &self) : nil,
        saturation: Bool.random(using: &self) ? interval() : nil,
        value: Bool.random(using: &self) ? interval() : nil)
    }

    mutating func settings() -> SplashSettings {
      var settings = SplashSettings()
      settings.hues = (0..<Int.random(in: 0...6, using: &self)).map { _ in hue() }
      settings.drops = (0..<Int.random(in: 0...3, using: &self)).map { _ in hue() }
      settings.threshold = Double.random(in: 0...180, using: &self)
      settings.softness = Double.random(in: 0...90, using: &self)
      settings.saturation = interval()
      settings.value = interval()
      settings.gateSoftness = Double.random(in: 0...1, using: &self)
      settings.chromaFloor = Double.random(in: 0...0.5, using: &self)
      settings.whiteBalance = [
        .off, .grayWorld, .card(.init(x: 0.25, y: 0.125, width: 0.5, height: 0.375)),
        .gains(red: 0.5, green: 1.25, blue: 2),
      ].randomElement(using: &self)!
      settings.balanceTime = Double.random(in: 0...10, using: &self)
      settings.lockBalance = Bool.random(using: &self)
      settings.balanceOutput = Bool.random(using: &self)
      settings.stability = Double.random(in: 0...1, using: &self)
      settings.despeckle = Int.random(in: 0...3, using: &self)
      settings.invert = Bool.random(using: &self)
      settings.show = [.result, .mask, .sideBySide].randomElement(using: &self)!
      return settings
    }
  }
}
