import TestSupport

/// WebP and TIFF photos made from photos of the same format, judged by exiftool and ffmpeg.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct TaggedPhotoTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var ending: String
    var options: [String]
    /// Lossless, so that selected pixels stay bit for bit.
    var isExact: Bool
    var testDescription: String { "\(ending) \(options.joined(separator: " "))" }
  }

  static let kinds = [
    Kind(ending: "webp", options: ["-c:v", "libwebp", "-quality", "92"], isExact: false),
    Kind(
      ending: "webp", options: ["-c:v", "libwebp", "-pix_fmt", "bgra", "-lossless", "1"],
      isExact: true),
    Kind(ending: "tif", options: ["-c:v", "tiff", "-compression_algo", "lzw"], isExact: true),
    Kind(
      ending: "tiff",
      options: ["-c:v", "tiff", "-compression_algo", "deflate", "-pix_fmt", "rgba"],
      isExact: true),
  ]

  private func photo(_ kind: Kind) throws -> PhotoBench {
    let bench = try PhotoBench(kind.ending)
    try bench.make("crop=160:120:200:110", kind.options)
    return bench
  }

  @Test(arguments: kinds) func everyTagOfWebPAndTIFFStays(kind: Kind) throws {
    let bench = try photo(kind)
    let profile = bench.scratch.path("profile.icc")
    try Data(MadePhoto.profile(5_000)).write(to: URL(fileURLWithPath: profile))
    try MadePhoto.tag(
      bench.source,
      [
        "-Make=Nobody", "-Orientation#=6", "-GPSLatitude=48.1", "-GPSLatitudeRef=N",
        "-XMP:Title=Cups", "-icc_profile<=\(profile)",
      ])
    try bench.splash()
    // Tags that describe the coding.
    let stored = ["WebP_Flags", "Alpha", "StripOffsets", "StripByteCounts"]
    func tags(_ path: String) throws -> [String] {
      try MadePhoto.tags(path).filter { line in !stored.contains { line.contains($0) } }
    }
    let before = try tags(bench.source)
    #expect(try tags(bench.result) == before)
    for name in ["GPSLatitude", "Orientation", "Title", "Make"] {
      #expect(before.contains { $0.contains(name) }, "the sample has no \(name)")
    }
    let profiles = try [bench.source, bench.result].map {
      try Command.run("exiftool", ["-b", "-icc_profile", $0]).output
    }
    #expect(profiles[0] == profiles[1] && profiles[0].count == 5_000)
  }

  /// Every pixel is the source's, or grey; with loss, nearly.
  @Test(arguments: kinds) func selectedPixelsOfWebPAndTIFFStay(kind: Kind) throws {
    let bench = try photo(kind)
    try bench.splash()
    let (before, after) = (
      try Media(bench.source).samples("rgb24"), try Media(bench.result).samples("rgb24")
    )
    try #require(before.count == after.count)
    let slack = kind.isExact ? 0 : 40
    var (kept, grey) = (0, 0)
    for pixel in stride(from: 0, to: before.count, by: 3) {
      let (old, new) = (before[pixel..<pixel + 3], after[pixel..<pixel + 3])
      if zip(old, new).allSatisfy({ abs(Int($0) - Int($1)) <= slack }), old.max()! > old.min()! + 90
      {
        kept += 1
      } else if Int(new.max()!) - Int(new.min()!) <= slack {
        grey += 1
      }
    }
    let count = before.count / 3
    #expect(kept > count / 20 && grey > count / 3, "\(kept) kept, \(grey) grey of \(count)")
    if kind.isExact { #expect(kept + grey > count * 9 / 10) }
  }

  @Test(arguments: kinds) func pickedSpotLiesAsDisplayedInEveryOrientation(kind: Kind) throws {
    let bench = try photo(kind)
    let (x, y) = (100, 80)
    let stored = try bench.pick("\(x),\(y)", "--radius", "3")
    for (orientation, place) in [
      (2, (159 - x, y)), (3, (159 - x, 119 - y)), (4, (x, 119 - y)), (5, (y, x)),
      (6, (119 - y, x)), (7, (119 - y, 159 - x)), (8, (y, 159 - x)),
    ] {
      try MadePhoto.tag(bench.source, ["-Orientation#=\(orientation)"])
      let seen = try bench.pick("\(place.0),\(place.1)", "--radius", "3")
      for (a, b) in zip(seen, stored) { #expect(abs(a - b) < 0.01, "orientation \(orientation)") }
    }
  }

  /// Big-endian numbers of 16 bits, as cameras and scanners write them, and a second page.
  @Test(.enabled(if: Command.isInstalled("convert"), "needs ImageMagick"))
  func bigEndianTIFFsConvertWithTheirTags() throws {
    let bench = try PhotoBench("tif")
    let plain = bench.scratch.path("plain.png")
    try Command.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x120", "-frames:v", "1", plain)
    let order = ["-depth", "16", "-endian", "MSB", "-define", "tiff:endian=msb", bench.source]
    try #require(try Command.run("convert", [plain, plain] + order).status == 0)
    try #require(try bench.bytes(bench.source).starts(with: Array("MM".utf8)))
    try MadePhoto.tag(
      bench.source,
      [
        "-Make=Nobody", "-Orientation#=6", "-ExposureTime=1/125", "-GPSLatitude=48.1",
        "-GPSLatitudeRef=N", "-XMP:Title=Cups", "-IPTC:Keywords=blue",
      ])
    func tags(_ path: String) throws -> [String] {
      let names = ["Make", "ExposureTime", "GPSLatitude", "XMP:Title"]
      return try Command.run("exiftool", ["-s"] + names.map { "-\($0)" } + [path]).lines
    }
    let before = try tags(bench.source)
    try #require(before.count == 4)
    let run = try bench.run()
    #expect(run.status == 0 && run.errors.contains("it has several images"), "\(run.errors)")
    #expect(try tags(bench.result) == before)
    let kept = try Command.run(
      "exiftool", ["-n", "-s3", "-Orientation", "-IPTC:Keywords", "-BitsPerSample", bench.result])
    #expect(kept.lines == ["6", "blue", "16 16 16"])
    let other = bench.scratch.path("other.jpg")
    let turned = try Command.splash(bench.source, "-o", other)
    #expect(
      turned.status == 0 && turned.errors.contains("it has several images"), "\(turned.errors)")
    #expect(try tags(other) == before)
    #expect(try Media(other).probe("v:0", "stream=width,height") == ["120,160"])
    // Directories that point to themselves, or lie beyond the end, are left out.
    let whole = try bench.bytes(bench.source)
    for at in stride(from: 4, to: whole.count, by: 997) {
      try bench.write(whole[..<at] + [0xff, 0xff, 0xff, 0xff] + whole[at...].dropFirst(4))
      #expect([0, 1, 2].contains(try bench.run("-y", "--quiet").status))
    }
  }

  private func convert(_ arguments: [String]) throws {
    try Command.run("convert", arguments).checked()
  }

  /// Also where the file stores its colors in planes.
  @Test(.enabled(if: Command.isInstalled("convert"), "needs ImageMagick"), arguments: [8, 16])
  func planarTIFFPixelsStay(depth: Int) throws {
    let (png, bench) = (try photo(Self.kinds[2]), try PhotoBench("tif"))
    try convert(
      [png.source, "-depth", "\(depth)", "-interlace", "Plane", "-compress", "Zip", bench.source])
    try bench.splash("--rest", "none")
    let (before, after) = (
      try Media(bench.source).samples("rgb48le"), try Media(bench.result).samples("rgb48le")
    )
    #expect(before == after)
  }

  /// FFmpeg decodes these to black.
  @Test(
    .enabled(if: Command.isInstalled("convert"), "needs ImageMagick"),
    arguments: [
      (["-define", "tiff:tile-geometry=64x64", "-compress", "Zip"], "in tiles"),
      (["-compress", "JPEG"], "as JPEG"),
    ])
  func unsupportedTIFFCompressionIsNamed(options: [String], word: String) throws {
    let (plain, bench) = (try photo(Self.kinds[2]), try PhotoBench("tif"))
    try convert([plain.source] + options + [bench.source])
    let run = try bench.run()
    #expect(run.status == 2 && run.errors.contains(word), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  /// A grey ramp, which has no range tag, stays the same.
  @Test(arguments: ["tif", "pgm"]) func greyPhotosHaveFullRange(ending: String) throws {
    let bench = try PhotoBench(ending)
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=size=256x16,format=gray16le,geq=lum='X*257'",
      "-frames:v", "1", "-pix_fmt", ending == "pgm" ? "gray16be" : "gray16le", bench.source)
    let result = bench.scratch.path("grey.webp")
    try Command.splash(bench.source, "-o", result, "--quiet")
    let row = try Media(result).samples("gray")[..<256]
    let worst = row.enumerated().map { abs(Int($1) - $0) }.max()!
    #expect(worst <= 3, "\(row)")
  }

  /// Few programs read Y'CbCr in TIFF, and not all of them alike.
  @Test func newTIFFsAreStoredInRGB() throws {
    let bench = try PhotoBench("jpg")
    try MadePhoto.make(bench.source)
    let result = bench.scratch.path("red.tif")
    try Command.splash(bench.source, "-o", result, "--quiet")
    #expect(try Media(result).probe("v:0", "stream=pix_fmt") == ["rgb24"])
  }

  /// Damage trips assertions of libavcodec's decoder.
  @Test(arguments: [[], ["--part", "1/2"]])
  func webPIsNeverDecodedByLibavcodec(options: [String]) throws {
    let scratch = Scratch()
    let numbered = try scratch.make(
      "pictures%d.webp", "-i", Clips.path("scene.mkv"), "-frames:v", "2", "-c:v", "libwebp")
    let source = options.isEmpty ? numbered : scratch.path("pictures1.webp")
    let output = ["-o", scratch.path("out.mkv")]
    let run = try Command.splash([source] + output + options)
    #expect(run.status == 2 && run.errors.contains("WebP is read from files of its own"), "\(run)")
  }

  @Test func animatedWebPBecomesAClip() throws {
    let bench = try PhotoBench("webp")
    try Command.ffmpeg(
      ["-i", Clips.path("scene.mkv"), "-frames:v", "3", "-vf", "scale=64:48"] + [
        "-c:v", "libwebp_anim", bench.source,
      ])
    let film = bench.scratch.path("film.nut")
    try Command.splash(bench.source, "-o", film).checked()
    #expect(try Media(film).times().count == 3)
    let late = try Command.splash(bench.source, "-o", film, "-y", "--start", "9")
    #expect(late.status == 2 && late.errors.contains("it has no frame at"), "\(late.errors)")
  }
}
