import TestSupport

/// Photos stored in all eight Exif orientations and displayed alike: selections lie as displayed
/// in each of them.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct OrientationTests {
  private let scratch = Scratch()
  private static let (width, height) = (160, 120)

  /// ffmpeg's filters that turn a displayed picture into the stored one, by orientation.
  private static let filters = [
    "null", "hflip", "hflip,vflip", "vflip", "transpose=cclock_flip", "transpose=cclock",
    "transpose=clock_flip", "transpose=clock",
  ]

  /// Cups before a sky that distinguishes all corners, stored for an orientation.
  private func photo(_ orientation: Int) throws -> String {
    let path = scratch.path("photo-\(orientation).png")
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "color=gray:s=\(Self.width)x\(Self.height):d=1:r=1,format=gbrp,"
        + "geq=r='if(lt(hypot(X-40,Y-30),20)+lt(hypot(X-110,Y-80),25),220,60+X/4)':"
        + "g='if(lt(hypot(X-40,Y-30),20)+lt(hypot(X-110,Y-80),25),20,60+X/4)':"
        + "b='if(lt(hypot(X-40,Y-30),20)+lt(hypot(X-110,Y-80),25),20,60+X/4)',"
        + Self.filters[orientation - 1],
      "-frames:v", "1", "-pix_fmt", "rgb24", path)
    try MadePhoto.tag(path, ["-Orientation#=\(orientation)"])
    return path
  }

  /// The mask's rows as displayed: Matroska cannot store a rotation.
  private func mask(_ orientation: Int, _ arguments: [String]) throws -> [UInt8] {
    let output = scratch.path("mask-\(orientation).mkv")
    try Command.splash(
      [photo(orientation), "-o", output, "-y", "--codec", "ffv1", "--show", "mask", "--quiet"]
        + ["--white-balance", "off"] + arguments
    ).checked()
    let shown = Media(output)
    #expect(try shown.probe("v:0", "stream=width,height") == ["\(Self.width),\(Self.height)"])
    return try shown.samples("gray")
  }

  private func expectAlike(_ arguments: [String], mean limit: Double) throws {
    let expected = try mask(1, arguments)
    let share = Double(expected.reduce(0) { $0 + Int($1) }) / Double(255 * expected.count)
    #expect((0.02...0.6).contains(share), "\(arguments) keeps \(share)")
    for orientation in Array(2...8).sampled(3) {
      let found = try mask(orientation, arguments)
      let error = meanDistance(expected, found)
      #expect(error <= limit, "\(arguments), orientation \(orientation): \(error)")
    }
  }

  @Test(arguments: [
    "box=0.1,0.2,0.3,0.5", "ellipse=0.3,0.6,0.2,0.1", "polygon=0.1,0.1,0.8,0.2,0.3,0.7:0.1",
  ]) func regionsLieAsDisplayedInEveryOrientation(region: String) throws {
    try expectAlike(["--keep", region], mean: 0.01)
  }

  @Test func objectsLieAsDisplayedInEveryOrientation() throws {
    try expectAlike(["--hue", "red", "--keep", "color@0.25,0.25"], mean: 1)
  }

  @Test func masksLieAsDisplayedInEveryOrientation() throws {
    let path = try scratch.make(
      "corner.png", "-f", "lavfi", "-i",
      "color=black:s=\(Self.width)x\(Self.height):d=1:r=1,format=gray,"
        + "geq=lum='if(lt(X,50)*lt(Y,90),255,0)'", "-frames:v", "1")
    try expectAlike(["--keep", "mask=\(path)"], mean: 1)
  }

  @Test(.enabled(if: MadeNetwork.runtime != nil, "scripts/models fetches what this needs"))
  func networksSeeThePhotoUprightInEveryOrientation() throws {
    let path = scratch.path("red.onnx")
    try MadeNetwork.write(to: path, shape: [1, 3, 96, 128])
    try expectAlike(["--keep", "subject", "--subject-model", path], mean: 2)
  }
}
