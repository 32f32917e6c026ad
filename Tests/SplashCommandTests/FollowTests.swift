import TestSupport

/// `--crop follow`, on a red disc with a known path. Luma of the upper rows encodes the column, so
/// that a result shows where it was cropped.
struct FollowTests {
  private let scratch = Scratch()
  private static let (width, height, rate) = (320, 192, 25.0)
  /// Width of the crop.
  private static let side = 108

  /// A clip without loss.
  ///
  /// - Parameters:
  ///   - cut: the frame with which another, darker shot begins, whose columns are encoded in
  ///     reverse.
  ///   - disc: where the middle of the disc is in a frame; nil for nowhere.
  private func clip(
    _ pictures: Int, cut: Int = .max, _ disc: (Int) -> (x: Double, y: Double)?
  ) throws -> String {
    var bytes: [UInt8] = []
    for picture in 0..<pictures {
      let isBefore = picture < cut
      let row = (0..<Self.width).map { (x: Int) -> UInt8 in
        UInt8(isBefore ? 60 + x / 2 : 219 - x / 2)
      }
      for _ in 0..<8 { bytes += row }
      bytes += Array(repeating: isBefore ? 100 : 60, count: Self.width * (Self.height - 8))
      let disc = disc(picture)
      let isRed = (0..<Self.width / 2 * Self.height / 2).map { (index: Int) -> Bool in
        guard let disc else { return false }
        let (row, column) = index.quotientAndRemainder(dividingBy: Self.width / 2)
        return hypot(Double(2 * column + 1) - disc.x, Double(2 * row + 1) - disc.y) < 20
      }
      bytes += isRed.map { $0 ? 100 : 128 }
      bytes += isRed.map { $0 ? 220 : 128 }
    }
    let path = scratch.path("disc.mkv")
    try Command.ffmpeg(
      [
        "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(Self.width)x\(Self.height)", "-r",
        "\(Self.rate)", "-i", "-", "-c:v", "ffv1", path,
      ], input: Data(bytes))
    return path
  }

  private static let look = [
    "--hue", "red", "--whole", "0", "--white-balance", "off", "--quiet", "-y",
  ]

  /// The left edge of the crop in each frame.
  private func edges(
    _ clip: String, cut: Int = .max, _ flags: [String] = ["--crop", "follow"]
  ) throws -> [Int] {
    let path = scratch.path("out.mkv")
    try Command.splash([clip, "-o", path, "--codec", "ffv1"] + flags + Self.look).checked()
    #expect(try Media(path).probe("v:0", "stream=width,height") == ["\(Self.side),\(Self.height)"])
    let samples = try Media(path).samples("yuv420p")
    let size = Self.side * Self.height * 3 / 2
    return stride(from: 0, to: samples.count, by: size).enumerated().map { picture, start in
      let luma = Int(samples[start])
      return picture < cut ? 2 * (luma - 60) : 2 * (219 - luma)
    }
  }

  /// The left edge of a crop with the disc in its middle.
  private static func ideal(_ x: Double) -> Double {
    min(max(x - Double(side) / 2, 0), Double(width - side))
  }

  @Test func swingingDiscStaysInsideTheCrop() throws {
    func place(_ picture: Int) -> Double { 160 + 110 * cos(Double(picture) * .pi / 50) }
    let edges = try edges(clip(150) { (place($0), 96) })
    try #require(edges.count == 150)
    #expect(abs(Double(edges[0]) - Self.ideal(place(0))) <= 2)
    for (picture, edge) in edges.enumerated() {
      let x = place(picture)
      let (left, right) = (Double(edge) <= x - 20, x + 20 <= Double(edge + Self.side))
      #expect(left && right, "picture \(picture): disc at \(x), part at \(edge)")
    }
    // It goes as far as the disc, and no step is much larger than the disc's own, 7 at most.
    let steps = zip(edges, edges.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { abs($0) <= 12 }, "\(steps)")
    #expect(edges.min()! <= 10 && edges.max()! >= 202, "\(edges)")
  }

  @Test func jumpOfTheDiscMakesTheCropGlide() throws {
    let edges = try edges(clip(75) { ($0 < 20 ? 70 : 250, 96) })
    let steps = zip(edges, edges.dropFirst()).map { $1 - $0 }
    #expect(Set(edges[..<20]).count == 1 && abs(edges[0] - 16) <= 2, "\(edges)")
    // At most the frame's width per second, rounded to chroma samples.
    #expect(steps.allSatisfy { abs($0) <= Self.width / 25 + 2 }, "\(steps)")
    #expect(abs(Double(edges[74]) - Self.ideal(250)) <= 6, "\(edges)")
  }

  @Test func cropJumpsAtAShotChange() throws {
    let edges = try edges(clip(40, cut: 20) { ($0 < 20 ? 70 : 250, 96) }, cut: 20)
    #expect(Set(edges[..<20]).count == 1 && Set(edges[20...]).count == 1, "\(edges)")
    #expect(abs(edges[0] - 16) <= 2 && abs(edges[20] - 196) <= 2, "\(edges)")
  }

  /// A trembling disc, one in every other frame, a vanished one and none do not move the crop.
  @Test func cropRestsWhileTheDiscRests() throws {
    let trembling = try edges(clip(50) { (200 + ($0 % 2 == 0 ? 2 : -2), 96) })
    #expect(Set(trembling).count == 1, "\(trembling)")
    let blinking = try edges(clip(50) { $0 % 2 == 0 ? (200, 96) : nil })
    #expect(Set(blinking).count == 1 && abs(blinking[0] - 146) <= 2, "\(blinking)")
    let gone = try edges(clip(50) { $0 < 25 ? (200, 96) : nil })
    #expect(Set(gone).count == 1, "\(gone)")
    let none = try edges(clip(10) { _ in nil })
    #expect(Set(none) == [106], "\(none)")
  }

  /// The crop is nearly the same for a mask that is made in one pass, for one that is shown, and at
  /// another frame rate.
  @Test func cropIsTheSameHoweverTheMaskIsMade() throws {
    let clip = try clip(50) { (60 + 4 * Double($0), 96) }
    let usual = try edges(clip)
    let onePass = [
      "--smoothing", "0", "--despeckle", "0", "--close-holes", "0", "--remove-specks", "0",
    ]
    let other = try edges(clip, ["--crop", "follow:9:16"] + onePass)
    #expect(zip(usual, other).allSatisfy { abs($0 - $1) <= 4 }, "\(usual) \(other)")
    let fewer = try edges(clip, ["--crop", "follow", "--fps", "5"])
    try #require(fewer.count == 10)
    for (index, edge) in fewer.enumerated() {
      let near = usual[max(0, index * 5 - 2)...min(49, index * 5 + 2)]
      #expect(near.contains(edge), "\(index): \(edge), \(usual)")
    }
  }

  @Test func photoIsCroppedAroundTheSelection() throws {
    let clip = try clip(1) { _ in (230, 60) }
    let photo = try scratch.make("photo.png", "-i", clip)
    for (shape, size) in [("follow:1:1", "192,192"), ("follow:4:1", "320,80")] {
      let output = scratch.path("out.png")
      try Command.splash([photo, "-o", output, "--crop", shape] + Self.look).checked()
      #expect(try Media(output).probe("v:0", "stream=width,height") == [size])
      let (width, rgb) = (size == "192,192" ? 192 : 320, try Media(output).samples("rgb24"))
      let red = stride(from: 0, to: rgb.count, by: 3)
        .filter { Int(rgb[$0]) - Int(rgb[$0 + 1]) > 60 }.map { $0 / 3 }
      let x = red.map { Double($0 % width) }.reduce(0, +) / Double(max(1, red.count))
      let y = red.map { Double($0 / width) }.reduce(0, +) / Double(max(1, red.count))
      // 320 - 192 = 128 is as far as the square can go, and 60 - 40 = 20 the strip's upper edge.
      let truth = width == 192 ? (x: 230.0 - 128, y: 60.0) : (x: 230, y: 40)
      #expect(abs(x - truth.x) < 2 && abs(y - truth.y) < 2, "\(shape): \(x), \(y)")
    }
  }

  @Test func rotatedClipIsCroppedAsDisplayed() throws {
    let plain = try clip(5) { _ in (60, 96) }
    let mov = try scratch.make("plain.mov", "-i", plain, "-c:v", "libx264", "-crf", "4")
    let turned = scratch.path("turned.mov")
    try #require(try Media(mov).copyTurned(by: 90, to: turned))
    let output = scratch.path("square.mp4")
    try Command.splash([turned, "-o", output, "--crop", "follow:1:1"] + Self.look).checked()
    #expect(try Media(output).probe("v:0", "stream=width,height") == ["192,192"])
    let bytes = try Media(output).samples("yuv444p")
    let plane = 192 * 192
    let red = (0..<plane).filter { bytes[2 * plane + $0] > 180 }
    let middle = red.reduce(0) { $0 + Double($1 / 192) } / Double(max(1, red.count))
    // 60 from an end of the long side: the square lies at that end.
    #expect(abs(middle - 60) < 3 || abs(middle - 132) < 3, "\(middle)")
  }

  @Test(arguments: ["follow:", "follow:9", "follow:9:0", "follow:9:16:1", "following"])
  func invalidCropShapesAreRefused(text: String) throws {
    let run = try Command.splash("test:64x48", "--frames", "1", "-o", "null", "--crop", text)
    #expect(run.status == 64 && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  @Test func cropFollowIsRefusedWithPart() throws {
    let output = scratch.path("part.mp4")
    let run = try Command.splash(
      try Clips.path("parts-film.mp4"), "--part", "2/3", "--crop", "follow", "-o", output)
    #expect(run.status == 64 && run.errors.contains("--crop follow with --part"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }
}
