import SplashLook
import TestSupport

/// Settings as flags: the tuner's command line must mean the same as its settings.
struct SettingsFlagsTests {
  @Test func defaultSettingsHaveNoFlags() {
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

  /// The command reads the flags of settings in every combination as the same settings.
  @Test(arguments: [UInt64(1)])
  func commandReadsBackTheFlagsOfAnySettings(seed: UInt64) throws {
    let scratch = Scratch()
    let file = scratch.path("look.json")
    let mask = scratch.path("it's a mask, or 1:2.png")
    try FileManager.default.copyItem(atPath: Clips.path("card.png"), toPath: mask)
    for (index, settings) in SplashSettings.everyCombination(seed: seed, mask: mask).enumerated() {
      let settings = settings.rounded
      let comment: Comment = "seed \(seed), settings \(index): \(settings.flags)"
      let run = try Command.splash(
        ["test:64x48", "--frames", "1", "-o", "null", "--quiet", "--save-settings", file]
          + settings.flags)
      try #require(run.status == 0, "\(comment): \(run.errors)")
      let read = try SplashSettings(json: Data(of: file))
      try #require(read == settings, comment)
      try FileManager.default.removeItem(atPath: file)
    }
  }

  /// A strength that is written as full is left out before rounding as after it.
  @Test func strengthThatRoundsToOneIsLeftOut() throws {
    var settings = SplashSettings()
    settings.rest = try LookStep.steps("noir:0.9996")
    #expect(settings.rounded.flags == settings.flags)
    #expect(try settings.rounded.rest == LookStep.steps("noir"))
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func roundingSettingsTwiceChangesNothing(seed: UInt64) throws {
    for (index, settings) in SplashSettings.everyCombination(seed: seed).enumerated() {
      let rounded = settings.rounded
      #expect(throws: Never.self, "seed \(seed), settings \(index)") { try rounded.validate() }
      #expect((rounded.rounded == rounded) as Bool, "seed \(seed), settings \(index)")
      let isSame = rounded.flags == settings.flags
      #expect(isSame, "seed \(seed), settings \(index)")
      #expect(rounded.hues.count == settings.hues.count)
      for (one, other) in zip(rounded.hues, settings.hues) {
        let turn = abs(one.center - other.center)
        #expect(min(turn, 360 - turn) < 0.000_501)
      }
      #expect(abs(rounded.threshold - settings.threshold) < 0.000_501)
    }
  }

  @Test(arguments: [
    "plain", "two words", "it's", "a\"b", "$HOME `id` $(id)", "*?[a]", "", "-dash", "~", "a\\b",
    "#hash",
    "ü 語", "line\nbreak", "0,s=0.1..1", "semi;colon", "a&b|c<d>e(f)g!h",
  ])
  func shellReadsQuotedWordsBack(word: String) throws {
    let run = try Command.run("sh", ["-c", "printf '<%s>' \(shellQuoted(word))"])
    #expect(run.status == 0)
    #expect(run.text == "<\(word)>")
  }
}
