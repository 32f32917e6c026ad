import TestSupport

/// Focus, in scenes of one texture of which a part is blurred.
struct SharpTests {
  private let scratch = Scratch()
  private static let (width, height) = (640, 360)
  private static let disc = (x: 250.0, y: 190.0, radius: 115.0)

  /// Two frames of blocks with hard edges.
  ///
  /// - Parameters:
  ///   - blurs: the blur of the disc and of its surroundings, in samples.
  ///   - filter: applied to the whole frame at the end.
  private func scene(
    _ name: String, disc: Double? = nil, around: Double? = nil, then filter: String = "null"
  ) throws -> String {
    let (width, height) = (Self.width, Self.height)
    let blocks =
      "color=gray:s=\(width / 8)x\(height / 8):r=10:d=0.2,format=gray,"
      + "noise=all_seed=5:all_strength=100:all_flags=u,scale=\(width):\(height):flags=neighbor"
    let blur = { (deviation: Double?) in deviation.map { "gblur=sigma=\($0)" } ?? "null" }
    let circle =
      "color=black:s=\(width)x\(height):r=10:d=0.2,format=gray,"
      + "geq=lum='255*lt(hypot(X-\(Self.disc.x)\\,Y-\(Self.disc.y))\\,\(Self.disc.radius))'"
    return try scratch.make(
      name, "-f", "lavfi", "-i",
      "\(blocks),split[a][b];[a]\(blur(around))[around];[b]\(blur(disc))[disc];"
        + "\(circle)[circle];[around][disc][circle]maskedmerge,\(filter),format=yuv420p",
      "-c:v", "ffv1")
  }

  private func masks(_ clip: String, _ arguments: String...) throws -> [[UInt8]] {
    try ShownMasks(
      of: clip, ["--keep", "sharp", "--white-balance", "off"] + arguments, in: scratch
    ).masks
  }

  private func share(_ mask: [UInt8]) -> Double {
    Double(mask.reduce(0) { $0 + Int($1) }) / Double(219 * mask.count)
  }

  /// The intersection of the mask with the disc, or with its surroundings, over their union.
  private func overlap(_ mask: [UInt8], isDisc: Bool) -> Double {
    var (both, either) = (0, 0)
    for (index, value) in mask.enumerated() {
      let x = 2 * Double(index % (Self.width / 2)) + 1 - Self.disc.x
      let y = 2 * Double(index / (Self.width / 2)) + 1 - Self.disc.y
      let isSharp = (hypot(x, y) < Self.disc.radius) == isDisc
      if isSharp && value > 109 { both += 1 }
      if isSharp || value > 109 { either += 1 }
    }
    return Double(both) / Double(either)
  }

  @Test func focusedPartOfTheFrameIsKept() throws {
    let disc = try masks(scene("disc.mkv", around: 8))
    let around = try masks(scene("around.mkv", disc: 8))
    for mask in disc { #expect(overlap(mask, isDisc: true) > 0.85) }
    for mask in around { #expect(overlap(mask, isDisc: false) > 0.85) }
  }

  @Test func fullySharpAndFullyBlurredFramesAreTold() throws {
    #expect(try masks(scene("sharp.mkv")).allSatisfy { share($0) > 0.99 })
    #expect(try masks(scene("blurred.mkv", disc: 8, around: 8)).allSatisfy { share($0) < 0.12 })
    let grey = try masks(scene("grey.mkv", then: "lutyuv=y=128"))
    #expect(grey.allSatisfy { share($0) == 0 })
  }

  /// Camera noise makes nothing sharp, and hides no focus.
  @Test func cameraNoiseIsNotTakenForDetail() throws {
    let clip = try scene(
      "noise.mkv", around: 8, then: "noise=all_seed=9:all_strength=6:all_flags=t")
    for mask in try masks(clip) { #expect(overlap(mask, isDisc: true) > 0.8) }
  }

  /// Noise alone does not count as focus, however strong and whatever else is in the frame.
  @Test(arguments: [2, 4, 8, 16]) func noiseAloneDoesNotCountAsFocus(strength: Int) throws {
    let noise = "noise=all_seed=3:all_strength=\(strength):all_flags=t"
    let grey = try masks(scene("grey.mkv", then: "lutyuv=y=128,\(noise)"))
    #expect(grey.allSatisfy { share($0) <= 0.02 }, "\(grey.map(share))")
    let blurred = try masks(scene("blurred.mkv", disc: 8, around: 8, then: noise))
    #expect(blurred.allSatisfy { share($0) < 0.12 }, "\(blurred.map(share))")
    let sharp = try masks(scene("sharp.mkv", then: noise))
    #expect(sharp.allSatisfy { share($0) > 0.97 }, "\(sharp.map(share))")
  }

  /// Blur is told from focus under clearly visible noise.
  @Test func focusIsFoundUnderStrongNoise() throws {
    let noise = "noise=all_seed=9:all_strength=8:all_flags=t"
    for mask in try masks(scene("disc.mkv", around: 8, then: noise)) {
      #expect(overlap(mask, isDisc: true) > 0.75)
    }
    for mask in try masks(scene("around.mkv", disc: 8, then: noise)) {
      #expect(overlap(mask, isDisc: false) > 0.9)
    }
  }

  /// The mask of a part is that of the whole, and that of a shot does not depend on the one before.
  @Test func sharpMasksOfPartsAndShotsAreIndependent() throws {
    let (first, second) = (
      try scene("first.mkv", around: 8), try scene("second.mkv", disc: 8, then: "lutyuv=y=val/3")
    )
    let film = try scratch.make(
      "film.mkv", "-i", first, "-i", second, "-filter_complex", "[0][1]concat", "-c:v", "ffv1",
      "-g", "1")
    let look = ["--keep", "sharp", "--white-balance", "off", "--codec", "ffv1", "--quiet"]
    let films = try JoinedParts(of: film, look, in: scratch)
    let whole = try films.whole.samples("yuv420p")
    #expect(try !whole.isEmpty && whole == films.joined.samples("yuv420p"))
    #expect(try masks(film).suffix(2) == masks(second)[...])
    #expect(try masks(first)[0] != masks(second)[0])
  }
}
