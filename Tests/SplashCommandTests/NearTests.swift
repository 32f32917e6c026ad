import TestSupport

/// `near=SHARE`, through the command, with a network made for the purpose: what is red is near.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
struct NearTests {
  private let scratch = Scratch()
  private static let (width, height) = (320, 192)

  /// A red ramp from a fifth on the left to four fifths on the right.
  private func clip(pictures: Int = 1) throws -> String {
    try scratch.make(
      "clip-\(pictures).mkv", "-f", "lavfi", "-i",
      "color=gray:s=\(Self.width)x\(Self.height):r=10:d=\(Double(pictures) / 10),format=gbrp,"
        + "geq=r='255*(0.2+0.6*X/(W-1))':g=128:b=128",
      "-c:v", "ffv1")
  }

  private func network(_ weights: [Float] = [1, 0, 0], isFlat: Bool = true) throws -> String {
    let path = scratch.path("depth-\(isFlat).onnx")
    try MadeNetwork.write(to: path, weights: weights, isFlat: isFlat)
    return path
  }

  /// The mask of each frame, 0…1, in rows.
  private func masks(_ clip: String, _ arguments: [String]) throws -> [[Double]] {
    let output = scratch.path("mask.mkv")
    try Command.splash(
      [
        clip, "-o", output, "-y", "--show", "mask", "--codec", "ffv1", "--quiet",
        "--white-balance", "off", "--smoothing", "0",
      ] + arguments
    ).checked()
    let size = Self.width * Self.height
    let samples = try Media(output).samples("gray", frames: 100)
    return stride(from: 0, to: samples.count, by: size).map { start in
      samples[start..<start + size].map { Double($0) / 255 }
    }
  }

  private func error(_ mask: [Double], _ expected: (Double) -> Double) -> Double {
    let errors = mask.indices.map { index in
      let x = (Double(index % Self.width) + 0.5) / Double(Self.width)
      return abs(mask[index] - min(max(expected(x), 0), 1))
    }
    return errors.reduce(0, +) / Double(errors.count)
  }

  /// The range of each frame is stretched, and the edge in depth is a tenth of it wide.
  @Test(arguments: [0, 0.3, 0.5, 0.9, 1], [true, false])
  func nearestShareOfTheDepthIsKept(share: Double, isFlat: Bool) throws {
    let arguments = ["--keep", "near=\(share)", "--depth-model", try network(isFlat: isFlat)]
    let masks = try masks(try clip(), arguments)
    try #require(masks.count == 1)
    // The limit goes from beyond the nearest to before the farthest.
    let limit = (1 - share) * 1.1 - 0.1
    #expect(error(masks[0]) { ($0 - limit) / 0.1 } < 0.02)
  }

  @Test func formSaysThatValuesAreDistances() throws {
    let arguments = [
      "--keep", "near=0.3", "--depth-model", try network(), "--depth-form", "invert size=64x48",
    ]
    #expect(error(try masks(try clip(), arguments)[0]) { (1 - $0 - 0.67) / 0.1 } < 0.03)
  }

  /// A timeline moves the limit, as a lens is focused.
  @Test func limitMovesBetweenKeyframes() throws {
    let timeline = #"[{"time": 0, "transition": 1, "settings": {"keep": ["near=1"]}}]"#
    let masks = try masks(
      try clip(pictures: 11),
      ["--keep", "near=0", "--timeline", timeline, "--depth-model", try network()])
    let shares = masks.map { $0.reduce(0, +) / Double($0.count) }
    try #require(shares.count == 11)
    for (index, share) in shares.enumerated() {
      #expect(abs(share - Double(index) / 10) < 0.06, "\(index): \(share)")
    }
  }

  @Test func nearTakesPartAsOtherSelectionsDo() throws {
    let model = ["--depth-model", try network()]
    let kept = try masks(try clip(), ["--keep", "near=0.5"] + model)[0]
    let without = try masks(
      try clip(), ["--keep", "box=0,0,1,1", "--without", "near=0.5"] + model)[0]
    #expect(zip(kept, without).allSatisfy { abs($0 + $1 - 1) < 0.02 })
  }
}
