import TestSupport

/// Messages that libraries write to standard error are not shown to users.
struct LibraryMessageTests {
  private let scratch = Scratch()

  private static let canWriteJPEGXL =
    (try? Command.run("ffmpeg", ["-v", "error", "-encoders"]).text.contains("libjxl")) ?? false

  private func expectOwnLinesAlone(_ photo: String, _ bytes: Data, to output: String) throws {
    try bytes.write(to: URL(fileURLWithPath: photo))
    let run = try Command.splash(photo, "-o", output, "-y")
    let foreign = run.errors.split(separator: "\n").filter { !$0.hasPrefix("splash: ") }
    #expect(foreign.isEmpty, "\(foreign)")
    #expect(!run.errors.isEmpty)
  }

  /// libjxl tells where in its source something failed.
  @Test(.enabled(if: canWriteJPEGXL, "needs an ffmpeg with libjxl"))
  func damagedJPEGXLShowsNoMessagesOfLibjxl() throws {
    let photo = scratch.path("photo.jxl")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=96x64", "-frames:v", "1", "-c:v", "libjxl", photo)
    let whole = try Data(of: photo)
    for place in stride(from: 24, to: whole.count - 4, by: max(1, whole.count / 12)) {
      var damaged = whole
      for index in 0..<4 { damaged[place + index] ^= 0x5a }
      try expectOwnLinesAlone(photo, damaged, to: scratch.path("out.png"))
    }
  }

  /// libjxl complains of a color profile that FFmpeg gives it.
  @Test(.enabled(if: canWriteJPEGXL, "needs an ffmpeg with libjxl"))
  func colorProfileIsWrittenWithoutMessages() throws {
    let (photo, output) = (scratch.path("photo.png"), scratch.path("out.jxl"))
    try Command.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=96x64", "-frames:v", "1", photo)
    let profile = scratch.path("profile.icc")
    try MadeProfile.adobeRGB.bytes.write(to: URL(fileURLWithPath: profile))
    try MadePhoto.tag(photo, ["-icc_profile<=\(profile)"])
    let run = try Command.splash(photo, "-o", output, "--quiet")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  /// dav1d names units of AV1 that it does not know.
  @Test(.enabled(if: HEIFTests.canBeWritten, "needs a libheif that encodes HEIC and AVIF"))
  func oddAVIFShowsNoMessagesOfDav1d() throws {
    let photo = scratch.path("photo.avif")
    try Command.splash(try Clips.path("card.jpg"), "-o", photo, "--quiet").checked()
    var bytes = try Data(of: photo)
    // A temporal delimiter becomes a unit of a reserved kind.
    let unit = try #require(bytes.range(of: Data([0x12, 0x00, 0x0a])))
    bytes[unit.lowerBound] = 0x02
    try expectOwnLinesAlone(photo, bytes, to: scratch.path("out.png"))
  }
}
