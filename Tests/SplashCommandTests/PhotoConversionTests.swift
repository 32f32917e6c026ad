import TestSupport

/// Tags of photos, from one file format to another; judged by exiftool.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct PhotoConversionTests {
  static let kinds = ["jpg", "png", "webp", "tif"]
  private let scratch = Scratch()

  /// A photo that is stored rotated, with a thumbnail and a color profile.
  private func photo(_ ending: String, thumbnail: Bool = true) throws -> String {
    let (plain, small, profile) = (
      scratch.path("plain.jpg"), scratch.path("small.jpg"), scratch.path("profile.icc")
    )
    try MadePhoto.make(plain, size: (160, 120))
    try MadePhoto.make(small, size: (80, 60))
    try Data(MadePhoto.profile(70_000)).write(to: URL(fileURLWithPath: profile))
    let photo = scratch.path("photo.\(ending)")
    if ending == "jpg" {
      try FileManager.default.copyItem(atPath: plain, toPath: photo)
    } else {
      try Command.ffmpeg("-i", plain, photo)
    }
    try MadePhoto.tag(
      photo,
      [
        "-Make=Nobody", "-DateTimeOriginal=2026:05:01 10:11:12", "-Orientation#=6",
        "-GPSLatitude=48.1", "-GPSLatitudeRef=N", "-XMP:Title=Cups", "-icc_profile<=\(profile)",
      ] + (thumbnail && ending == "jpg" ? ["-ThumbnailImage<=\(small)"] : []))
    return photo
  }

  private func tags(_ path: String) throws -> [String] {
    try Command.run(
      "exiftool",
      ["-s", "-Make", "-DateTimeOriginal", "-GPSLatitude", "-XMP:Title", path]
    ).lines
  }

  private func profile(_ path: String) throws -> Data {
    try Command.run("exiftool", ["-b", "-icc_profile", path]).output
  }

  /// The result for a photo of a kind, in which all tags and the profile have to be.
  private func splashedWithItsTags(from: String, to: String) throws -> String {
    let source = try photo(from)
    let result = scratch.path("red.\(to)")
    try Command.splash(source, "-o", result, "--quiet").checked()
    let before = try tags(source)
    try #require(before.count == 4)
    #expect(try tags(result) == before)
    #expect(try profile(result) == profile(source))
    return result
  }

  @Test(arguments: pairs(kinds, kinds).sampled(5))
  func everyTagIsCarriedToAnotherFormat(from: String, to: String) throws {
    guard from != to else { return }
    let result = try splashedWithItsTags(from: from, to: to)
    // The result is upright and tagged so, without a thumbnail of the source.
    #expect(try Media(result).probe("v:0", "stream=width,height") == ["120,160"])
    #expect(try Command.run("exiftool", ["-b", "-n", "-Orientation", result]).text == "1")
    #expect(try Command.run("exiftool", ["-b", "-ThumbnailImage", result]).output.isEmpty)
  }

  @Test(
    .enabled(if: Command.isInstalled("heif-enc"), "needs heif-enc (libheif-examples)"),
    arguments: pairs(["heic", "avif"], kinds).sampled(3))
  func tagsOfHEICAndAVIFAreKept(from: String, to: String) throws {
    let source = try photo("jpg", thumbnail: false)
    let phone = scratch.path("phone.\(from)")
    try Command.run(
      "heif-enc", (from == "avif" ? ["-A"] : []) + [source, "-o", phone]
    ).checked()
    let result = scratch.path("red.\(to)")
    try Command.splash(phone, "-o", result, "--quiet").checked()
    let before = try tags(phone)
    try #require(before.contains { $0.contains("GPSLatitude") })
    #expect(try tags(result) == before)
    #expect(try profile(result) == profile(source))
    #expect(try Command.run("exiftool", ["-b", "-n", "-Orientation", result]).text == "1")
  }

  @Test(
    .enabled(if: HEIFTests.canBeWritten, "needs a libheif that encodes HEIC and AVIF"),
    arguments: pairs(kinds, ["heic", "avif"]).sampled(3))
  func tagsAreWrittenToHEICAndAVIF(from: String, to: String) throws {
    let result = try splashedWithItsTags(from: from, to: to)
    let said = try Command.run(
      "exiftool", ["-s3", "-n", "-Orientation", "-ImageWidth", "-ImageHeight", result])
    #expect(said.lines == ["1", "120", "160"])
    #expect(try Command.run("exiftool", ["-b", "-ThumbnailImage", result]).output.isEmpty)
  }

  @Test func lossOfPhotoTagsIsReported() throws {
    let source = try photo("jpg")
    let run = try Command.splash(source, "-o", scratch.path("red.bmp"))
    #expect(run.status == 0)
    #expect(
      run.errors.contains(
        "red.bmp: leaving out metadata of \(source): Exif, XMP, color profile"))
  }
}
