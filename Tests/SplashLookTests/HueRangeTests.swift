import SplashLook
import Testing

struct HueRangeTests {
  @Test(
    arguments: [
      ("350", 350.0, nil, nil), ("-10", 350, nil, nil),
      ("725.5", 5.5, nil, nil), ("330:12", 330, 12.0, nil), ("120:12.5:3", 120, 12.5, 3.0),
      ("#ff0000", 0, nil, nil), ("#00FF00:5", 120, 5, nil), ("#c81e2d:20:10", 354.7, 20, 10),
      ("0::8", 0, nil, 8), ("#00ff00::0.5", 120, nil, 0.5), ("200::0", 200, nil, 0),
      ("340..20", 0, 20, nil), ("20..340", 180, 160, nil), ("10..30:4", 20, 10, 4),
      ("350..350", 350, 0, nil), ("0..360", 180, 180, nil),
    ] as [(String, Double, Double?, Double?)])
  func hueTextSetsCenterWidthAndSoftness(
    text: String, center: Double, width: Double?, softness: Double?
  )
    throws
  {
    let hue = try HueRange(text)
    #expect(abs(hue.center - center) < 0.05)
    #expect(hue.width == width)
    #expect(hue.softness == softness)
    #expect(hue.saturation == nil && hue.value == nil)
  }

  /// Written values replace the name's own; the others stay.
  @Test func colorNamesBringTheirOwnRanges() throws {
    let word = try HueRange("red")
    #expect(try HueRange("RED") == word && word.word == "red" && word.text == "red")
    let red = try #require(ColorName.named("red")).ranges[0]
    #expect(try #require(red.width) > 15 && red.saturation != nil && red.value != nil)
    var meant = red
    meant.width = 15
    #expect(try HueRange.ranges("red:15") == [meant])
    meant = red
    meant.softness = 8
    #expect(try HueRange("red::8") == meant)
    meant = red
    meant.saturation = Interval(0.8, 1)
    #expect(try HueRange("red,s=0.8..1") == meant)
    #expect(try HueRange.ranges("green").count == 1)
    #expect(
      try HueRange.ranges("green,v=0.2..1").map(\.value) == [Interval(0.2, 1), Interval(0.2, 1)])
    #expect(try HueRange.ranges("green:10").count == 1)
    for name in ColorName.all {
      #expect(try name.ranges.map { try HueRange($0.text) } == name.ranges, "\(name.name)")
      #expect(try HueRange.ranges(name.name) == name.kept)
    }
  }

  @Test func hueTextSetsItsQualifiers() throws {
    let hue = try HueRange("240:20:5,s=0.4..1,v=0.2..0.9")
    #expect(hue.saturation == Interval(0.4, 1))
    #expect(hue.value == Interval(0.2, 0.9))
    #expect(try HueRange("340..20,v=0..0.5").value == Interval(0, 0.5))
  }

  @Test(arguments: [
    "", "reddish", "#12345", "#gggggg", "#777777", "red:wide", "red:1:2:3", "red:", "red::",
    "red:5:", "red::5:5", "10..20:", "red,s=1", "red,x=0..1",
    "red,", "1e999", "nan", "a..b", "10..", "..10",
  ])
  func invalidHuesAreRefusedWithARemedy(text: String) {
    let error = #expect(throws: SettingError.self) { try HueRange(text) }
    #expect(error?.description.hasPrefix("hue \(text.isEmpty ? "''" : text): ") == true)
    #expect(error?.remedy != nil)
  }

  /// A letter is wrong, missing, extra, or swapped with its neighbor.
  @Test(arguments: [
    ("rde", "red"), ("bluee", "blue"), ("turqoise", "turquoise"), ("purpel", "purple"),
    ("oragne", "orange"), ("Greeen", "green"), ("nsvy", "navy"),
  ])
  func nearestColorNameIsSuggested(word: String, name: String) {
    for read in [{ _ = try HueRange(word) }, { _ = try LookStep.steps("tint=\(word)") }] {
      let error = #expect(throws: SettingError.self) { try read() }
      #expect(error?.remedy == "did you mean \(name)?")
    }
    let error = #expect(throws: SettingError.self) { try HueRange("reddish") }
    #expect(error?.remedy?.contains("did you mean") == false)
  }

  /// The words of dictionaries, in the order of the English ones.
  @Test(arguments: [
    "schwarz weiß grau rot orange gelb grün blau lila rosa braun",
    "SCHWARZ weiss Grau Rot Orange Gelb gruen BLAU violett Rosa Braun",
    "noir blanc gris rouge orange jaune vert bleu violet rose marron",
    "negro blanco gris rojo naranja amarillo verde azul morado rosa marrón",
    "nero bianco grigio rosso arancione giallo verde blu viola rosa marrone",
  ])
  func basicColorsHaveNamesInOtherLanguages(words: String) throws {
    let english = "black white grey red orange yellow green blue purple pink brown"
    for (word, name) in zip(words.split(separator: " "), english.split(separator: " ")) {
      // The two that are English words as well keep their English meaning.
      let meaning = ["rose", "violet"].contains(word) ? word : name
      #expect(try HueRange.ranges(String(word)) == HueRange.ranges(String(meaning)), "\(word)")
    }
    #expect(try HueRange.ranges("gru\u{308}n:15") == HueRange.ranges("green:15"))
    #expect(try LookStep.steps("solid=rot") == LookStep.steps("solid=red"))
    #expect(throws: SettingError.self) { try HueRange("rotes") }
  }

  @Test(arguments: [
    "0", "350:15:5", "0::8", "60::8,v=0..0.5", "210:15,s=0.4..1,v=0.2..0.9", "0.125:0.5:0.25",
  ])
  func hueTextReadsBackTheSame(text: String) throws {
    #expect(try HueRange(text).text == text)
    #expect(try HueRange(HueRange(text).text) == HueRange(text))
  }

  @Test func hueTextStaysBelow360Degrees() throws {
    #expect(HueRange(center: 359.9996, width: 15).text == "0:15")
    #expect(HueRange(center: 359.9994).text == "359.999")
  }

  @Test func hueOfAColorFollowsTheHexagon() {
    let corners: [(Double, Double, Double, Double)] = [
      (1, 0, 0, 0), (1, 1, 0, 60), (0, 1, 0, 120), (0, 1, 1, 180), (0, 0, 1, 240), (1, 0, 1, 300),
      (1, 0, 0.5, 330), (0.2, 0.2, 0.2, 0),
    ]
    for (red, green, blue, hue) in corners {
      #expect(abs(HSV(red: red, green: green, blue: blue).hue - hue) < 1e-9)
    }
    #expect(HSV(red: 0, green: 0, blue: 0).saturation == 0)
  }
}
