import TestSupport

/// JPEG XL photos, made by libjxl's own program and by FFmpeg's encoder.
@Suite(
  .enabled(
    if: ["cjxl", "djxl", "exiftool", "convert"].allSatisfy(Command.isInstalled),
    "needs cjxl (libjxl-tools), exiftool and ImageMagick"))
struct JPEGXLTests {
  private let scratch = Scratch()
  private let plain, photo: String

  init() throws {
    (plain, photo) = (scratch.path("plain.png"), scratch.path("photo.jxl"))
  }

  private func run(_ program: String, _ arguments: String...) throws {
    let run = try Command.run(program, arguments)
    try #require(run.status == 0, "\(program): \(run.errors)")
  }

  /// A picture with a profile, and the colors that it means, in sRGB.
  private func tagged(_ profile: MadeProfile, _ format: String) throws {
    let icc = scratch.path("display.icc")
    try profile.bytes.write(to: URL(fileURLWithPath: icc))
    let source = try Clips.path("scene.mkv")
    try Command.ffmpeg(
      "-i", source, "-frames:v", "1", "-vf", "crop=160:120:200:110,gblur=4,format=\(format)", plain)
    try MadePhoto.tag(plain, ["-icc_profile<=\(icc)"])
  }

  private func meant(_ path: String) throws -> [UInt8] {
    let icc = scratch.path("srgb.icc")
    try MadeProfile.sRGB.bytes.write(to: URL(fileURLWithPath: icc))
    let run = try Command.run(
      "convert", [path, "-background", "black", "-profile", icc, "-depth", "8", "rgb:-"]
    ).checked()
    return Array(run.output)
  }

  /// How a file is made of `plain`.
  enum Way: String, CaseIterable { case lossy, lossless, withProfile }

  private func encode(_ way: Way) throws {
    switch way {
    case .lossy: try run("cjxl", plain, photo, "-d", "0.5")
    case .lossless: try run("cjxl", plain, photo, "-d", "0")
    // The profile itself is in the file, and not numbers that say the same.
    case .withProfile:
      try Command.ffmpeg("-i", plain, "-c:v", "libjxl", "-distance", "0.5", photo)
    }
  }

  @Test(
    arguments: pairs(
      [MadeProfile.displayP3, .proPhoto, .adobeRGB, .table], Way.allCases
    ).sampled(4))
  func colorsWithAProfileAreKept(profile: MadeProfile, way: Way) throws {
    try tagged(profile, "rgb24")
    try encode(way)
    for ending in ["png", "jpg", "webp", "tif"] {
      let result = scratch.path("result.\(ending)")
      let quality = ["jpg", "webp"].contains(ending) ? ["--quality", "97"] : []
      try Command.splash([photo, "-o", result, "--rest", "none"] + quality).checked()
      let (here, there) = (try meant(result), try meant(plain))
      try #require(here.count == there.count && !here.isEmpty)
      let distance = meanDistance(here, there)
      #expect(distance < 2, "\(ending): \(distance)")
      let icc = try Command.run("exiftool", ["-b", "-icc_profile", result]).output
      // libjxl describes other profiles by numbers.
      #expect(profile.isTable ? icc == profile.bytes : !icc.isEmpty, "\(ending)")
    }
  }

  @Test(arguments: ["gray", "ya8", "rgba", "rgb48be", "rgba64be", "gray16be"])
  func everySampleFormatIsRead(format: String) throws {
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=96x64,format=rgba64be,lut=a=maxval*0.6,format=\(format)",
      "-frames:v", "1", plain)
    try run("cjxl", plain, photo, "-d", "0")
    let result = scratch.path("result.png")
    try Command.splash(photo, "-o", result, "--rest", "none", "--quiet").checked()
    let (here, there) = (try Media(result).samples("rgba"), try Media(plain).samples("rgba"))
    try #require(here.count == there.count && !here.isEmpty)
    #expect(meanDistance(here, there) < 1)
  }

  /// cjxl packs boxes with Brotli (`brob`), splash does not.
  @Test(
    arguments: pairs([true, false], ["jpg", "png", "webp", "tif", "heic", "avif", "jxl"])
      .sampled(5))
  func tagsOfJPEGXLAreKept(isPacked: Bool, ending: String) throws {
    guard !["heic", "avif"].contains(ending) || HEIFTests.canBeWritten else { return }
    let jpeg = scratch.path("plain.jpg")
    try FileManager.default.copyItem(atPath: try Clips.path("card.jpg"), toPath: jpeg)
    try MadePhoto.tag(
      jpeg, ["-Artist=Ada", "-GPSLatitude=48.5", "-GPSLatitudeRef=N", "-XMP:Title=Cups"])
    try run("cjxl", jpeg, photo)
    var source = photo
    if !isPacked {
      source = scratch.path("unpacked.jxl")
      try #require(try Command.splash(photo, "-o", source, "--quiet").status == 0)
    }
    let bytes = try Data(of: source)
    try #require((bytes.range(of: Data("brob".utf8)) != nil) == isPacked)
    let result = scratch.path("result.\(ending)")
    let made = try Command.splash(source, "-o", result).checked()
    #expect(!made.errors.contains("leaving out"), "\(made.errors)")
    let said = try Command.run(
      "exiftool", ["-s3", "-n", "-IFD0:Artist", "-GPS:GPSLatitude", "-XMP:Title", result])
    #expect(said.lines == ["Ada", "48.5", "Cups"], "\(said.text)")
  }

  @Test func noTagsKeepsTheProfile() throws {
    try tagged(.table, "rgb24")
    try MadePhoto.tag(plain, ["-EXIF:Artist=Ada"])
    try encode(.withProfile)
    let result = scratch.path("result.jpg")
    try Command.splash(photo, "-o", result, "--no-tags", "--quiet").checked()
    let said = try Command.run("exiftool", ["-s3", "-Artist", "-ProfileDescription", result])
    #expect(said.lines == ["table for tests"], "\(said.lines)")
  }

  @Test func hdrTransferOfJPEGXLIsTagged() throws {
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=96x64,format=rgb48be", "-frames:v", "1", plain)
    try run("cjxl", plain, photo, "-d", "0", "-x", "color_space=RGB_D65_202_Rel_PeQ")
    let film = scratch.path("film.mkv")
    try Command.splash(photo, "-o", film, "--codec", "ffv1", "--quiet").checked()
    #expect(
      try Media(film).probe("v:0", "stream=color_transfer,color_primaries")
        == ["smpte2084,bt2020"])
  }

  @Test func truncatedJPEGXLKeepsWhatCanBeDecoded() throws {
    // A small picture, stored in one part, decodes wholly or not at all.
    let source = try Clips.path("scene.mkv")
    try Command.ffmpeg("-i", source, "-frames:v", "1", plain)
    try run("cjxl", plain, photo, "-d", "1", "-p")
    let whole = try Data(of: photo)
    try whole.prefix(whole.count * 3 / 4).write(to: URL(fileURLWithPath: photo))
    let result = scratch.path("result.png")
    let made = try Command.splash(photo, "-o", result, "--rest", "none").checked()
    #expect(made.errors.contains("the photo is damaged; what can be decoded was kept"))
    let (here, there) = (try meant(result), try meant(plain))
    try #require(here.count == there.count && !here.isEmpty)
    #expect(meanDistance(here, there) < 20)
  }

  @Test func otherPhotosCanBecomeJPEGXL() throws {
    try tagged(.displayP3, "rgb24")
    try MadePhoto.tag(plain, ["-EXIF:Artist=Ada", "-XMP:Title=Cups"])
    try Command.splash(plain, "-o", photo, "--rest", "none").checked()
    let back = scratch.path("back.png")
    try run("djxl", photo, back)
    let (here, there) = (try meant(back), try meant(plain))
    try #require(here.count == there.count && !here.isEmpty)
    #expect(meanDistance(here, there) < 4)
    let said = try Command.run("exiftool", ["-s3", "-IFD0:Artist", "-XMP:Title", photo])
    #expect(said.lines == ["Ada", "Cups"], "\(said.lines)")
  }
}
