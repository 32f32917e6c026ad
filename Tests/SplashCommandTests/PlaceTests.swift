import TestSupport

/// Places in pixels, in shares and in per cent, through the command: each unit is taken wherever
/// another one is, and means the same.
struct PlaceTests {
  private let scratch = Scratch()

  /// One place in three units, in a frame of 320 by 192.
  struct Place: Sendable, CustomTestStringConvertible {
    var words: [String]
    var testDescription: String { words[0] }
  }

  @Test(arguments: [
    Place(words: ["box=32,48,160,96", "box=0.1,0.25,0.5,0.5", "box=10%,25%,50%,50%"]),
    Place(words: [
      "box=32,48,160,96:24", "box=0.1,0.25,0.5,0.5:0.125", "box=10%,48px,0.5,50%:12.5%",
    ]),
    Place(words: ["ellipse=160,96,80,48", "ellipse=0.5,0.5,0.25,0.25", "ellipse=50%,50%,25%,25%"]),
    Place(words: ["polygon=0,0,320,0,0,192", "polygon=0,0,1,0,0,1", "polygon=0%,0%,100%,0%,0%,1"]),
    Place(words: ["box=0,0,2px,2px", "box=0,0,2,2", "box=0,0,0.625%,0.0104166666666666666"]),
  ])
  func regionsAreTheSameInAllUnits(place: Place) throws {
    let clip = try scratch.greyBesideRed(320, 192, rate: 5, seconds: 0.2)
    for flag in ["--keep", "--within", "--without"] {
      let masks = try place.words.map { word in
        try ShownMasks(of: clip, ["--white-balance", "off", flag, word], in: scratch).masks
      }
      #expect(masks[0] == masks[1] && masks[1] == masks[2], "\(flag)")
    }
  }

  @Test func objectsAndCardsAreTheSameInAllUnits() throws {
    let clip = try scratch.greyBesideRed(320, 192, rate: 5, seconds: 0.2)
    func samples(_ words: [String]) throws -> [[UInt8]] {
      try words.map { word in
        let arguments = word.hasPrefix("card") ? ["--white-balance", word] : ["--keep", word]
        let run = try Command.splash([clip, "-o", "-", "--show", "mask", "--quiet"] + arguments)
          .checked()
        return [UInt8](run.output)
      }
    }
    for words in [
      ["color@240,96", "color@0.7515625,0.502", "color@75.2%,96px"],
      ["card=0,0,160,96", "card=0,0,0.5,0.5", "card=0%,0%,50%,50%"],
    ] {
      let found = try samples(words)
      #expect(found[0] == found[1] && found[1] == found[2], "\(words)")
    }
  }

  /// Pixels are those of the displayed frame, and of each file of several.
  @Test func pixelUnitsCountInTheDisplayedFrame() throws {
    let tall = try scratch.greyBesideRed(320, 192, rate: 5, seconds: 0.2, turned: 90)
    func mask(_ region: String) throws -> [[UInt8]] {
      try ShownMasks(
        of: tall, ["--white-balance", "off", "--within", region], in: scratch, isTurned: true
      ).masks
    }
    #expect(try mask("box=0,0,192,160") == mask("box=0,0,1,0.5"))
  }

  @Test func pickTakesPlacesInAllUnits() throws {
    let clip = try scratch.greyBesideRed(320, 192, rate: 5, seconds: 0.2)
    func report(_ place: String) throws -> String {
      let run = try Command.splash("pick", clip, "--at", place, "--json").checked()
      return run.text
    }
    let spot = try report("240,48")
    #expect(try report("0.75,0.25") == spot && report("75%,25%") == spot)
    #expect(try report("240px,0.25") == spot)
    let outside = try Command.splash("pick", clip, "--at", "320,48")
    #expect(outside.status == 64 && outside.errors.contains("0 to 319"), "\(outside.errors)")
    // A side ends at the frame's edge.
    #expect(try report("0,0,1e300,10") == report("0,0,320,10"))
    for sides in ["-5,10", "10,-5", "0,10"] {
      let none = try Command.splash("pick", clip, "--at", "0,0,\(sides)")
      #expect(none.status == 64 && none.errors.contains("is not above 0"), "\(none.errors)")
      #expect(none.errors.split(separator: "\n").count == 1)
    }
  }
}
