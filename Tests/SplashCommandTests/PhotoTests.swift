import TestSupport

/// JPEG photos made from JPEG photos.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct PhotoTests {
  private let scratch = Scratch()

  private func splash(_ input: String, _ options: [String] = []) throws -> String {
    let output = scratch.path("\(UUID().uuidString).jpg")
    let run = try Command.splash([input, "-o", output, "--quiet"] + options)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return output
  }

  private func photo(_ options: String, _ width: Int = 317, _ height: Int = 211) throws -> String {
    let path = scratch.path("photo.jpg")
    try MadePhoto.make(path, options, size: (width, height))
    return path
  }

  private func size(_ path: String) throws -> Int {
    try Data(of: path).count
  }

  /// 4:4:4, 4:2:2, 4:2:0, 4:1:1, 4:4:0, 4:1:0, and components each of their own.
  private static let samplings = ["1x1", "2x1", "2x2", "4x1", "1x2", "4x2", "3x1", "2x2,2x1,1x2"]
  private static let codings = [
    "", "-progressive", "-arithmetic", "-progressive -arithmetic", "-restart 3", "-optimize",
    "-quality 100", "-quality 20", "-grayscale",
  ]
  private static let kinds =
    samplings.map { "-sample " + $0 } + codings
    + ["-sample 2x2 -progressive -restart 5B", "-sample 4x1 -progressive"]

  @Test(arguments: kinds) func lumaAndCodingOfJPEGsStay(kind: String) throws {
    for (width, height) in [(317, 211), (64, 48), (9, 5), (1, 1)] {
      let source = try photo(kind, width, height)
      let result = try splash(source, ["--no-note"])
      #expect(try MadePhoto.luma(result) == MadePhoto.luma(source), "\(width)x\(height)")
      #expect(try MadePhoto.coding(result) == MadePhoto.coding(source), "\(width)x\(height)")
      #expect(try Double(size(result)) <= 1.02 * Double(size(source)), "\(width)x\(height)")
    }
  }

  @Test(arguments: Footage.adding(["flower", "fruits", "lion"].map { "photos/\($0).jpg" }))
  func lumaCodingAndTagsOfRealPhotosStay(name: String) throws {
    let source = try Clips.path(name)
    let result = try splash(source)
    #expect(try MadePhoto.luma(result) == MadePhoto.luma(source))
    #expect(try MadePhoto.coding(result) == MadePhoto.coding(source))
    #expect(try MadePhoto.tags(result) == MadePhoto.tags(source))
    #expect(try Double(size(result)) <= 1.02 * Double(size(source)))
  }

  /// Where everything is selected nothing is encoded again, at any subsampling.
  @Test(arguments: kinds) func fullySelectedPhotoIsCopied(kind: String) throws {
    let source = try photo(kind)
    let everything = ["--hue", "0:180", "--saturation", "0..1", "--value", "0..1"]
    let result = try splash(source, everything + ["--chroma-floor", "0"])
    #expect(try MadePhoto.colors(result) == MadePhoto.colors(source))
  }

  /// Where nothing is selected chroma is gone without a trace of rounding.
  @Test(arguments: kinds) func photoWithoutSelectionIsExactlyGrey(kind: String) throws {
    let source = try photo(kind)
    let none = [
      "--hue", "0:0:0", "--saturation", "1..1", "--value", "1..1", "--gate-softness", "0",
    ]
    let (result, luma) = (try splash(source, none), try MadePhoto.luma(source))
    let colors = try MadePhoto.colors(result).suffix(3 * 317 * 211)
    #expect(colors.elementsEqual(luma.suffix(317 * 211).flatMap { [$0, $0, $0] }))
  }

  /// The chroma of the result is what the look makes of the source's, but for the loss of the
  /// quantization tables.
  @Test(arguments: ["1x1", "2x1", "2x2", "1x2"]) func chromaFollowsTheLook(sampling: String) throws
  {
    let source = try photo("-sample \(sampling) -quality 95")
    let plain = scratch.path("plain.mkv")
    let lossless = scratch.path("lossless.mkv")
    for arguments in [["ffmpeg", "-v", "error", "-i", source, "-c:v", "ffv1", plain]] {
      try #require(try Command.run(arguments[0], Array(arguments.dropFirst())).status == 0)
    }
    try Command.splash(plain, "-o", lossless, "--codec", "ffv1", "--quiet").checked()
    // In full range, to which newer FFmpegs would bring the samples otherwise.
    let shapes = ["1x1": "444", "2x1": "422", "2x2": "420", "1x2": "440"]
    let format = "yuvj\(shapes[sampling]!)p"
    let expected = try Media(lossless).samples(format)
    let found = try Media(splash(source)).samples(format)
    let errors = zip(expected, found).map { abs(Int($0) - Int($1)) }[(317 * 211)...]
    #expect(errors.reduce(0, +) < errors.count, "mean \(errors.reduce(0, +)) of \(errors.count)")
    #expect(expected.contains { abs(Int($0) - 128) > 40 }, "something is kept")
  }

  /// Changed luma is coded with the tables of the source.
  @Test func looksThatChangeLumaKeepQuantizationTables() throws {
    let source = try photo("-sample 2x2 -quality 60")
    let result = try splash(
      source, ["--balance-output", "--white-balance", "gains=1.5,1,0.7"])
    #expect(try MadePhoto.coding(result) == MadePhoto.coding(source))
    #expect(try MadePhoto.luma(result) != MadePhoto.luma(source))
  }

  @Test func qualityReencodesThePhoto() throws {
    let source = try photo("-quality 75")
    let sizes = try [20, 75, 95].map { try size(splash(source, ["--quality", "\($0)"])) }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
    #expect(try MadePhoto.coding(splash(source, ["--quality", "75"])) == MadePhoto.coding(source))
  }

  /// Photos that hold R'G'B', and views of another size, are encoded again as a whole.
  @Test(arguments: [("-rgb", []), ("", ["--show", "side-by-side"])])
  func rgbPhotosAndViewsAreReencoded(kind: String, options: [String]) throws {
    let source = try photo(kind)
    try MadePhoto.tag(source, ["-Artist=Nobody", "-XMP:Title=Cups"])
    let result = try splash(source, options)
    #expect(
      try Media(result).probe("v:0", "stream=width,height")
        == [options.isEmpty ? "317,211" : "636,211"])
    let tags = try MadePhoto.tags(result).joined(separator: "\n")
    #expect(tags.contains("Nobody") && tags.contains("Cups"))
    let (before, after) = (try MadePhoto.luma(source), try MadePhoto.luma(result))
    guard options.isEmpty else { return }
    let errors = zip(before.suffix(317 * 211), after.suffix(317 * 211)).map {
      abs(Int($0) - Int($1))
    }
    #expect(errors.reduce(0, +) < 3 * errors.count)
  }
}
