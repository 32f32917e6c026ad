import SplashLook
import TestSupport

struct SplashSettingsTests {
  @Test func defaultSettingsAreTheDocumentedOnes() throws {
    let settings = SplashSettings()
    #expect(settings.threshold == 20 && settings.softness == 10)
    #expect(settings.saturation == Interval(0.2, 1) && settings.value == Interval(0.1, 1))
    #expect(settings.gateSoftness == 0.1 && settings.chromaFloor == 0.04)
    #expect(settings.whiteBalance == .auto && settings.balanceTime == 1)
    #expect(settings.stability == 0.5 && settings.despeckle == 1)
    #expect(settings.fill == 0.3 && settings.clean == 0.02)
    #expect(try settings.keptHues == HueRange.ranges("red"))
    try settings.validate()
  }

  /// Each of them is searched for in each frame.
  @Test(arguments: ["color@0.NN,0.5", "follow=color@0.NN,0.5:box=0.1,0.1,0.2,0.2"])
  func atMostSixteenObjectsAreTracked(_ word: String) throws {
    func settings(_ count: Int) throws -> SplashSettings {
      let words = (0..<count).map { word.replacing("NN", with: "\(10 + $0)") }
      return try SplashSettings(json: JSONSerialization.data(withJSONObject: ["keep": words]))
    }
    try settings(16).validate()
    let error = #expect(throws: SettingError.self) { try settings(17).validate() }
    #expect("\(error!)".contains("17 things to follow"))
    let keys = try (0..<17).map { number in
      LookTimeline.Entry(
        time: Double(number), transition: 0,
        settings: try SplashSettings(
          json: JSONSerialization.data(
            withJSONObject: ["keep": [word.replacing("NN", with: "\(10 + number)")]])))
    }
    #expect(throws: SettingError.self) {
      try LookTimeline(base: SplashSettings(), entries: keys)
    }
    _ = try LookTimeline(base: SplashSettings(), entries: Array(keys.dropLast()))
  }

  @Test func settingsReadBackFromJSON() throws {
    var settings = SplashSettings()
    settings.hues = [try HueRange("350:15:5,s=0.3..1"), try HueRange("blue")]
    settings.drops = [try HueRange("200..220")]
    settings.whiteBalance = .card(.init(x: 0.1, y: 0.2, width: 0.3, height: 0.4))
    settings.show = .sideBySide
    settings.invert = true
    #expect(try SplashSettings(json: settings.json.utf8) == settings)
    #expect(try SplashSettings(json: Data("{}".utf8)) == SplashSettings())
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func everyCombinationReadsBackFromJSON(seed: UInt64) throws {
    for settings in SplashSettings.everyCombination(seed: seed) {
      #expect(try SplashSettings(json: settings.json.utf8) == settings, "seed \(seed)")
    }
  }

  @Test func missingAndNullSettingsAreDefaults() throws {
    let json = #"{"threshold": null, "stability": 0.25, "hues": [{"center": 90, "width": null}]}"#
    var settings = SplashSettings()
    settings.stability = 0.25
    settings.hues = [HueRange(center: 90)]
    #expect(try SplashSettings(json: json.utf8) == settings)
  }

  /// The error names the faulty keys and what is expected, in words that are not Swift's.
  @Test(arguments: [
    (#"{"hue": []}"#, "settings 'hue': unknown; known are hues, drops,"),
    (
      #"{"hues": [{"center": 1, "widht": 2}]}"#,
      "hues[0] 'widht': unknown; known are center, width,"
    ),
    (
      #"{"drops": [{"center": 1}, {"center": 1, "value": {"mn": 0, "max": 1}}]}"#,
      "drops[1].value 'mn': unknown; known are min, max"
    ),
    (
      #"{"threshold": null, "softness": []}"#,
      "softness: a list in place of a number; give 0 to 360 degrees"
    ),
    (#"{"threshold": "wide"}"#, "threshold: text in place of a number"),
    (#"{"threshold": true}"#, "threshold: true or false in place of a number"),
    (#"{"invert": 1}"#, "invert: a number in place of true or false"),
    (
      #"{"whiteBalance": "sunny"}"#,
      "whiteBalance sunny: no such mode; give auto, off, gray-world, card="
    ),
    (#"{"whiteBalance": 3}"#, "whiteBalance: a number in place of text"),
    (#"{"despeckle": 4}"#, "despeckle 4: out of range; give 0 to 3"),
    (#"{"despeckle": 1.5}"#, "despeckle 1.5: not a whole number; give 0 to 3"),
    (#"{"despeckle": 9223372036854775808}"#, "despeckle"),
    (#"{"show": "everything"}"#, "show everything: unknown; give result, mask or side-by-side"),
    (#"{"gateSoftness": -1}"#, "gateSoftness -1: out of range; give 0 to 1"),
    (#"{"balanceTime": 1e9}"#, "balanceTime 1000000000: out of range; give 0 to 3600 seconds"),
    (#"{"saturation": {"min": 1}}"#, "saturation.max: missing"),
    (
      #"{"saturation": {"min": 1, "max": 0}}"#,
      "saturation 1..0: the minimum is above the maximum; write 0..1"
    ),
    (
      #"{"saturation": "much"}"#, "saturation much: not a range; write two numbers like 0.2..1"
    ),
    (#"{"hues": "red"}"#, "hues: text in place of a list"),
    (#"{"hues": ["redd"]}"#, "hues[0] redd: redd is no color"),
    (#"{"hues": [{"center": 400}]}"#, "hues[0].center 400: out of range; give 0 up to 360 degrees"),
    (#"{"hues": [{"center": 0, "softness": -5}]}"#, "hues[0].softness -5: out of range"),
    (#"{"hues": [{"width": 4}]}"#, "hues[0].center: missing"),
    ("[]", "settings: a list in place of an object"),
    ("3", "settings: a number in place of an object"),
    ("", "settings: not JSON"), ("{", "settings: not JSON"), (#"{"threshold": NaN}"#, "not JSON"),
    (#"{"threshold": 1e999}"#, "huge number"), (#"{"show": "\q"}"#, "not JSON"),
  ])
  func wrongJSONIsReportedByItsKeys(json: String, text: String) {
    let error = #expect(throws: SettingError.self) { try SplashSettings(json: json.utf8) }
    let line = "\(error.map(String.init(describing:)) ?? "")"
    #expect(line.contains(text), "\(line)")
    for word in ["--", "Swift", "Double", "Array", "Dictionary", "decode", "codingPath"] {
      #expect(!line.contains(word), "\(line)")
    }
  }

  @Test(arguments: [
    "{\"\(String(repeating: "k", count: 50_000))\": 1}", #"{"a\u001b[2J\nb\u2028c": 1}"#,
    "{\"show\": \"\(String(repeating: "ü", count: 50_000))\"}", #"{"show": "\u0007\r\n"}"#,
    String(repeating: "[", count: 100_000), String(repeating: #"{"hues":"#, count: 50_000),
  ])
  func settingErrorsAreOnePrintableLine(json: String) {
    let error = #expect(throws: SettingError.self) { try SplashSettings(json: json.utf8) }
    for names in [SettingNames.keys, .flags] {
      let line = error?.text(naming: names) ?? ""
      #expect(line.count < 1000 && !line.isEmpty)
      let isPlain = line.unicodeScalars.allSatisfy {
        ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      }
      #expect(isPlain, "\(line.prefix(100))")
    }
  }

  @Test func settingErrorsUseKeysOrFlags() throws {
    var settings = SplashSettings()
    settings.gateSoftness = 2
    let error = #expect(throws: SettingError.self) { try settings.validate() }
    #expect(error?.path == ["gateSoftness"])
    #expect(error?.description == "gateSoftness 2: out of range; give 0 to 1")
    #expect(error?.text(naming: .flags) == "--gate-softness 2: out of range; give 0 to 1")
    settings.gateSoftness = 0.1
    settings.whiteBalance = .off
    settings.balanceOutput = true
    #expect(settings.warnings() == ["balanceOutput has no effect with whiteBalance off"])
    #expect(
      settings.warnings(naming: .flags)
        == ["--balance-output has no effect with --white-balance off"])
    settings = SplashSettings()
    settings.keep = [try Selection("box=0,0,0.5,1"), .face]
    (settings.stability, settings.despeckle) = (0.9, 2)
    #expect(
      settings.warnings() == [
        "despeckle has no effect: only colors are despeckled",
        "stability has no effect: regions, mask files and faces are not smoothed over time",
      ])
    settings.keep.append(.subject(.person))
    settings.despeckle = 1
    #expect(settings.warnings().isEmpty)
    settings = SplashSettings()
    settings.hues = [HueRange(center: 0, width: 180)]
    settings.chromaFloor = 0
    #expect(settings.warnings().count == 2)
    for warning in settings.warnings() {
      #expect(!warning.contains("--") && warning.hasPrefix("hues 0:180"))
    }
    for warning in settings.warnings(naming: .flags) { #expect(warning.hasPrefix("--hue 0:180")) }
  }

  @Test func huesOverTheMaskLimitAreRefused() throws {
    var settings = SplashSettings()
    settings.hues = (0..<64).map { HueRange(center: Double($0)) }
    #expect(throws: Never.self) { try settings.validate() }
    settings.drops = [HueRange(center: 90)]
    #expect(throws: SettingError.self) { try settings.validate() }
    // With a keep and no hues, exclusions are taken from all hues, which counts as one more.
    settings.keep = [try Selection("box=0,0,1,1")]
    settings.hues = []
    settings.drops = (0..<63).map { HueRange(center: Double($0)) }
    #expect(throws: Never.self) { try settings.validate() }
    settings.drops.append(HueRange(center: 90))
    #expect(throws: SettingError.self) { try settings.validate() }
  }

  /// A card may end at the edge, however many digits its numbers have.
  @Test func cardUpToTheEdgeIsAccepted() throws {
    var settings = SplashSettings()
    settings.whiteBalance = .card(.init(x: 0.0625, y: 0, width: 0.9375, height: 1))
    #expect(throws: Never.self) { try settings.validate() }
    #expect(try SplashSettings(json: settings.json.utf8) == settings)
  }

  @Test(arguments: [
    "auto", "off", "gray-world", "card=0.1,0.2,0.3,0.4", "gains=1.2,1,0.8",
    "like=" + Data([255] + [UInt8](repeating: 0, count: 4095)).base64EncodedString(),
  ])
  func whiteBalanceTextReadsBackTheSame(text: String) throws {
    #expect(try WhiteBalanceMode(text).text == text)
  }

  /// Whole numbers must not be read back as pixels.
  @Test func regionsOfWholeNumbersReadBackTheSame() throws {
    var settings = SplashSettings()
    settings.keep = [
      .region(Region(.box(x: -1, y: 0, width: 2, height: 3))),
      .region(Region(.ellipse(x: 1, y: 1, radiusX: 1, radiusY: 0.5), feather: 1)),
    ]
    #expect(try SplashSettings(json: settings.json.utf8) == settings)
    #expect(try settings.keep.map { try Selection($0.text) } == settings.keep)
  }

  @Test(arguments: [
    "box=0,0,1,1:0.1", "box=0,0,1,1:0.1,0", "ellipse=0.5,0.5,1,1:0.8,0.8", "gradient=0,0,1,0",
    "curve=0.1,0.2,0,0.2,0.2,0.2,0.5,0.6,0.4,0.6,0.6,0.6:0.02,0.04",
  ])
  func softRegionsReadBackTheSame(text: String) throws {
    #expect(try Region(text).text == text)
  }

  @Test(arguments: [
    ("box=0,0,1,1:0.1,0.1,0.1", "feather"), ("box=0,0,1,1:0.1,2%3", "feather"),
    ("gradient=0.5,0.5,0.5,0.5", "no way"), ("gradient=0,0,1,1:0.1", "no edge"),
    ("gradient=0,0,1", "4 numbers"), ("curve=0,0,1,1,0,1", "two corners"),
    ("curve=0,0,0,0,0,0,1,1,1,1", "two corners"),
  ])
  func invalidRegionsAreRefused(text: String, cause: String) {
    let error = #expect(throws: SettingError.self) { try Region(text) }
    #expect(error?.text(naming: .flags).contains(cause) == true)
  }

  @Test(arguments: [
    "automatic", "off=1", "card", "card=0,0,1", "card=0,0,0,1", "card=0.5,0,0.6,1", "card=-1,0,1,1",
    "gains=1,1", "gains=0,1,1", "gains=1,1,nan", "gains=1,1,9", "like", "like=", "like=AAAA",
  ])
  func invalidWhiteBalancesAreRefused(text: String) {
    let error = #expect(throws: SettingError.self) { try WhiteBalanceMode(text) }
    #expect(error?.text(naming: .flags).hasPrefix("--white-balance \(text): ") == true)
  }

  /// A thing of a color may have further points, a time and an extent; `thing:` is `thing@`.
  @Test(arguments: [
    ("thing:red", "thing@red"), ("thing:mustard@2:part", "thing@mustard@2:part"),
    ("thing@pale-blue-0.4,0.5@2:whole", "thing@pale-blue-0.4,0.5@2:whole"),
    ("thing@rot+0.5,0.25", "thing@rot+0.5,0.25"), ("thing@dark red", "thing@dark red"),
  ])
  func colorsOfThingsAreReadAndWritten(text: String, written: String) throws {
    let selection = try Selection(text)
    #expect(selection.text == written)
    #expect(try Selection(written) == selection)
  }
}
