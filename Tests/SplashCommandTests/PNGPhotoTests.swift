import TestSupport

/// PNG photos made from PNG photos.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct PNGPhotoTests {
  private let bench: PhotoBench
  private var source: String { bench.source }
  private var result: String { bench.result }
  private var scratch: Scratch { bench.scratch }

  init() throws { bench = try PhotoBench("png") }

  private func make(_ format: String) throws {
    try bench.make(
      "crop=161:121:200:110,format=rgba64be,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)'"
        + ":a='65535*clip((X-20)/100,0,1)'", ["-pix_fmt", format])
  }

  /// Colors of 16 bits, as R, G, B and alpha.
  private func pixels(_ path: String) throws -> [ArraySlice<UInt8>] {
    let samples = try Media(path).samples("rgba64be")
    return stride(from: 0, to: samples.count, by: 8).map { samples[$0..<$0 + 8] }
  }

  private static let formats = ["rgb24", "rgba", "rgb48be", "rgba64be", "pal8", "gray", "ya8"]

  @Test(arguments: formats) func everyTagOfAPNGStays(format: String) throws {
    try make(format)
    try MadePhoto.tag(
      source,
      [
        "-Make=Nobody", "-Orientation#=6", "-GPSLatitude=48.1", "-GPSLatitudeRef=N",
        "-XMP:Title=Cups", "-PNG:Comment=as shot", "-PNG:CreationTime=2026:05:01 10:11:12",
      ])
    try bench.splash()
    // A palette is made of colors, which change.
    let stored = ["ColorType", "BitDepth", "Palette", "Transparency"]
    func tags(_ path: String) throws -> [String] {
      try MadePhoto.tags(path).filter { line in !stored.contains { line.contains($0) } }
    }
    let before = try tags(source)
    #expect(try tags(result) == before)
    for name in ["GPSLatitude", "Orientation", "Comment", "Title"] {
      #expect(before.contains { $0.contains(name) }, "the sample has no \(name)")
    }
  }

  /// Every pixel is the source's, or has lost its color; alpha stays.
  @Test(arguments: ["rgb24", "rgba", "rgb48be", "rgba64be"])
  func selectedPixelsOfAPNGStayBitForBit(format: String) throws {
    try make(format)
    let before = try pixels(source)
    let everything = ["--hue", "0:180", "--saturation", "0..1", "--value", "0..1"]
    try Command.splash([source, "-o", result, "--quiet", "--chroma-floor", "0"] + everything)
      .checked()
    #expect(try pixels(result) == before)
    try bench.splash()
    var (kept, grey, opaque) = (0, 0, 0)
    for (old, new) in try zip(before, pixels(result)) {
      if old.suffix(2) != new.suffix(2) { opaque += 1 }
      let channels = new.prefix(6).chunks
      if old == new { kept += 1 } else if Set(channels).count == 1 { grey += 1 }
    }
    #expect(opaque == 0)
    #expect(kept > before.count / 20 && grey > before.count / 3, "\(kept) kept, \(grey) grey")
  }

  /// The rows before the cut are the photo's, in every pixel format.
  @Test(arguments: ["rgb24", "rgba64be", "rgba"]) func truncatedPNGKeepsTheRowsBeforeTheCut(
    format: String
  ) throws {
    try make(format)
    let whole = try pixels(source)
    let bytes = try Data(of: source)
    for share in [0.5, 0.9, 1] {
      let length = share == 1 ? bytes.count - 8 : Int(Double(bytes.count) * share)
      try bytes.prefix(length).write(to: URL(fileURLWithPath: source))
      let run = try Command.splash(source, "-o", result, "--rest", "none", "-y").checked()
      #expect(run.errors.contains("its file breaks off"), "\(run.errors)")
      let some = try pixels(result)
      try #require(some.count == whole.count)
      let kept = zip(some, whole).prefix { $0 == $1 }.count
      #expect(kept > Int(Double(whole.count) * share / 2), "\(kept) pixels at \(share)")
    }
    try bytes.prefix(40).write(to: URL(fileURLWithPath: source))
    let run = try Command.splash(source, "-o", result, "-y")
    #expect(run.status == 2, "\(run.errors)")
  }

  @Test(arguments: ["gray", "gray16be", "ya8"]) func truncatedGreyPNGStaysGrey(format: String)
    throws
  {
    try make(format)
    let bytes = try Data(of: source)
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: source))
    let run = try Command.splash(source, "-o", result)
    try #require(run.status == 0 && run.errors.contains("its file breaks off"), "\(run.errors)")
    #expect(try Media(result).probe("v:0", "stream=pix_fmt") == [format])
  }

  /// A photo in PQ or HLG is tagged so as PNG, too.
  @Test(
    .enabled(if: HEIFTests.canBeWritten, "needs a libheif that encodes HEIC and AVIF"),
    arguments: [("smpte2084", 16), ("arib-std-b67", 18)], [[], ["--no-note"]])
  func hdrTransferIsWrittenAsPNGChunk(light: (name: String, code: UInt8), options: [String]) throws
  {
    let (photo, output) = (scratch.path("photo.avif"), scratch.path("out.png"))
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1", "-vf",
      "setparams=range=tv:colorspace=bt2020nc:color_primaries=bt2020:color_trc=\(light.name)",
      "-pix_fmt", "yuv420p10le", "-c:v", "libaom-av1", "-cpu-used", "8", "-still-picture", "1",
      photo)
    try Command.splash([photo, "-o", output, "--quiet"] + options).checked()
    let bytes = try Data(of: output)
    let chunk = try #require(bytes.range(of: Data([0, 0, 0, 4] + Array("cICP".utf8))))
    #expect(Array(bytes[chunk.upperBound...].prefix(4)) == [9, light.code, 0, 1])
    let plain = scratch.path("sdr.png")
    try Command.splash(photo, "-o", plain, "--sdr", "--quiet").checked()
    // FFmpeg 6 states BT.709 of SDR too.
    let sdr = try Data(of: plain)
    let stated = sdr.range(of: Data("cICP".utf8)).map { sdr[$0.upperBound + 1] }
    #expect(stated != 16 && stated != 18)
  }

  /// Makes a photo with a chunk cICP of PQ and BT.2020.
  private func makeLight() throws {
    try make("rgb48be")
    var bytes = try bench.bytes(source)
    // Behind IHDR, with the checksum of these codes.
    bytes.insert(
      contentsOf: [0, 0, 0, 4] + Array("cICP".utf8) + [9, 16, 0, 1] + [0x4d, 0x23, 0x23, 0xfe],
      at: 33)
    try bench.write(bytes)
  }

  @Test(arguments: ["jpg", "tif", "webp"]) func lossOfHDRTagsIsReported(ending: String) throws {
    try makeLight()
    let output = scratch.path("out.\(ending)")
    let run = try Command.splash(source, "-o", output)
    #expect(run.status == 0 && run.errors.contains("(bt2020, smpte2084)"), "\(run.errors)")
    #expect(run.errors.contains("; --sdr converts them, "), "\(run.errors)")
    let plain = try Command.splash(source, "-o", output, "-y", "--sdr")
    #expect(plain.status == 0 && !plain.errors.contains("bt2020"), "\(plain.errors)")
  }

  /// The chunk cICP says PQ and BT.2020, which the pixels alone do not tell.
  @Test(.enabled(if: HEIFTests.canBeWritten, "needs a libheif that encodes HEIC and AVIF"))
  func hdrChunkOfPNGIsRead() throws {
    try makeLight()
    let output = scratch.path("out.avif")
    try Command.splash(source, "-o", output, "--rest", "none").checked()
    let said = try Command.run(
      "exiftool",
      ["-s3", "-n", "-ColorPrimaries", "-TransferCharacteristics", "-MatrixCoefficients", output])
    #expect(said.lines == ["9", "16", "9"])
    // The codes are the same, as closely as 10 bits in Y'CbCr tell.
    let back = scratch.path("back.png")
    try Command.splash(output, "-o", back, "--rest", "none", "--quiet").checked()
    let (before, after) = (try Media(source).samples("rgb24"), try Media(back).samples("rgb24"))
    try #require(before.count == after.count && !before.isEmpty)
    let sum = meanDistance(before, after)
    #expect(sum < 6, "\(sum)")
    // A PNG made of it is unchanged.
    try Command.splash(source, "-o", result, "--rest", "none", "--quiet").checked()
    #expect(try pixels(result) == pixels(source))
    let kept = try Command.run("exiftool", ["-s3", "-n", "-TransferCharacteristics", result])
    #expect(kept.lines == ["16"])
  }

  @Test func pickedSpotOfARotatedPNGLiesAsDisplayed() throws {
    try make("rgb24")
    try MadePhoto.tag(source, ["-Orientation#=6"])
    let (x, y) = (100, 80)
    let picked = try bench.pick("\(120 - y),\(x)")
    let stored = try Media(source).samples("rgb24")[((y * 161 + x) * 3)...].prefix(3)
    for (found, expected) in zip(picked, stored) {
      #expect(abs(found * 255 - Double(expected)) < 12, "\(picked) for \(Array(stored))")
    }
  }
}

extension ArraySlice<UInt8> {
  /// Pairs of bytes.
  fileprivate var chunks: [[UInt8]] {
    stride(from: startIndex, to: endIndex, by: 2).map { Array(self[$0..<$0 + 2]) }
  }
}
