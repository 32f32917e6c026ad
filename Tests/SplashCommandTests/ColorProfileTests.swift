import TestSupport

/// Hues of photos are those of the displayed colors, by their color profiles.
@Suite(
  .enabled(
    if: ["exiftool", "convert"].allSatisfy(Command.isInstalled), "needs exiftool and ImageMagick"))
struct ColorProfileTests {
  private let scratch = Scratch()

  private struct Picked: Decodable {
    var rgb: [Double]
    var hue: Double
  }

  private func pick(_ photo: String) throws -> Picked {
    let run = try Command.splash(
      "pick", photo, "--at", "50%,50%", "--json", "--white-balance", "off"
    ).checked()
    return try JSONDecoder().decode(Picked.self, from: run.output)
  }

  private func write(_ profile: MadeProfile, _ name: String = "photo.icc") throws -> String {
    let path = scratch.path(name)
    try profile.bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  private func photo(_ color: String, _ ending: String, _ profile: MadeProfile) throws -> String {
    let photo = scratch.path("photo.\(ending)")
    let codec = ["jpg": ["-q:v", "1"], "webp": ["-c:v", "libwebp", "-lossless", "1"]]
    try Command.ffmpeg(
      ["-f", "lavfi", "-i", "color=\(color):s=48x48,format=rgb24", "-frames:v", "1"]
        + (codec[ending] ?? []) + [photo])
    try MadePhoto.tag(photo, ["-icc_profile<=\(try write(profile))"])
    return photo
  }

  /// One orange in four profiles.
  @Test(
    arguments: [
      (MadeProfile.sRGB, 21.0), (.adobeRGB, 21), (.displayP3, 17), (.proPhoto, 0),
    ], ["png", "jpg", "tif"].sampled(1))
  func hueDependsOnTheColorProfile(_ seen: (profile: MadeProfile, hue: Double), ending: String)
    throws
  {
    let hue = try pick(try photo("0xFF5900", ending, seen.profile)).hue
    #expect(abs(hue - seen.hue) < 1.1, "\(hue)")
  }

  /// As ImageMagick, which has LittleCMS too, brings them to sRGB.
  @Test(
    arguments: pairs(
      [MadeProfile.displayP3, .adobeRGB, .proPhoto, .table],
      ["0xC86441", "0x3C5AB4", "0x50A046", "0x968228", "0x783C6E", "0x281E14"]
    ).sampled(7))
  func pickedColorMatchesImageMagicksConversion(profile: MadeProfile, color: String) throws {
    let picture = try photo(color, "png", profile)
    let srgb = try write(.sRGB, "srgb.icc")
    let run = try Command.run("convert", [picture, "-profile", srgb, "-depth", "16", "rgb:-"])
      .checked()
    let seen = (0..<3).map { Double(Int(run.output[2 * $0 + 1]) << 8 | Int(run.output[2 * $0])) }
    let picked = try pick(picture).rgb
    for (mine, other) in zip(picked, seen) {
      // A gamma of 2 counts as the nearest known one, 2.2.
      #expect(
        abs(mine - other / 65535) < (profile.isTable ? 0.06 : 0.02),
        "\(picked) \(seen.map { $0 / 65535 })")
    }
  }

  /// Selection goes by the displayed color; selected pixels are stored unchanged.
  @Test func selectionUsesTheColorProfile() throws {
    let picture = try photo("0xFF5900", "png", .proPhoto)
    let result = scratch.path("result.png")
    for (hue, isKept) in [("0:8", true), ("21:8", false)] {
      try Command.splash(
        picture, "-o", result, "-y", "--quiet", "--hue", hue, "--white-balance", "off"
      ).checked()
      let pixel = Array(try Media(result).samples("rgb24").prefix(3))
      #expect((pixel == [0xff, 0x59, 0]) == isKept, "\(hue): \(pixel)")
      #expect(isKept || Set(pixel).count == 1, "\(hue): \(pixel)")
      let icc = try Command.run("exiftool", ["-b", "-icc_profile", result]).output
      #expect(icc == MadeProfile.proPhoto.bytes)
    }
  }

  /// A PNG without a profile says its primaries and its gamma by two chunks, as ImageMagick writes
  /// them; a profile and `sRGB` count before those.
  @Test func pngChromaticityChunksAreUsed() throws {
    let picture = scratch.path("chunks.png")
    // Adobe RGB.
    let places = ["0.3127,0.3290", "0.64,0.33", "0.21,0.71", "0.15,0.06"]
    try Command.run(
      "convert",
      [
        "-size", "48x48", "xc:#50A046", "-white-point", places[0], "-red-primary", places[1],
        "-green-primary", places[2], "-blue-primary", places[3], "-define",
        "png:exclude-chunks=sRGB,iCCP", "-set", "gamma", "0.45455", "PNG24:\(picture)",
      ]
    ).checked()
    let said = try Command.run("exiftool", ["-s3", "-GreenX", "-SRGBRendering", picture])
    try #require(said.lines == ["0.21"], "\(said.lines)")
    let (chunks, profile) = (
      try pick(picture).rgb, try pick(try photo("0x50A046", "png", .adobeRGB)).rgb
    )
    for (one, other) in zip(chunks, profile) { #expect(abs(one - other) < 0.01, "\(chunks)") }
    #expect(abs(chunks[0] - 80.0 / 255) > 0.05, "\(chunks)")
  }

  /// Invalid profiles change nothing.
  @Test func damagedProfilesAreIgnored() throws {
    let picture = try photo("0xFF5900", "tif", .proPhoto)
    var bytes = try Data(of: picture)
    let mark = try #require(bytes.range(of: Data("rXYZ".utf8)))
    bytes.replaceSubrange(mark, with: Data("nonsense".utf8.prefix(4)))
    try bytes.write(to: URL(fileURLWithPath: picture))
    #expect(abs(try pick(picture).hue - 21) < 1)
  }
}
