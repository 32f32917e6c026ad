import TestSupport

/// The transparent look: written in every output with alpha, and refused in the others.
struct TransparentTests {
  private let scratch = Scratch()

  /// Grey beside red, of which red is kept.
  private func clip() throws -> String {
    try scratch.greyBesideRed(160, 96, rate: 5, seconds: 0.6)
  }

  private func expectHalf(_ alpha: [UInt8], _ comment: String) {
    #expect(alpha.count == 160 * 96, "\(comment)")
    let clear = alpha.count { $0 < 16 }, solid = alpha.count { $0 > 239 }
    let most = alpha.count * 2 / 5
    #expect(clear > most && solid > most, "\(comment): \(clear) clear, \(solid) solid")
  }

  @Test(arguments: [
    "png", "tif", "apng", "gif", "webp", "mov", "webm", "nut", "jxl",
  ])
  func transparentBackgroundIsWrittenAsAlpha(kind: String) throws {
    let output = scratch.path("out.\(kind)")
    let run = try Command.splash(
      clip(), "-o", output, "--rest", "transparent", "--frames",
      ["gif", "apng", "mov", "webm", "nut"].contains(kind) ? "3" : "1")
    guard run.status == 0 || kind != "jxl" else {
      // Not every FFmpeg was built with libjxl.
      return #expect(run.errors.contains("no encoder") || run.errors.contains("unknown kind"))
    }
    #expect(run.status == 0, "\(run.errors)")
    if kind == "mov" {
      #expect(try Media(output).probe("v:0", "stream=codec_name") == ["prores"])
    }
    try expectHalf(Media(output).alpha(kind == "webm" ? "libvpx-vp9" : nil), kind)
  }

  /// Alpha that the look does not change stays bit for bit.
  @Test(arguments: [("tif", "png"), ("png", "tif"), ("png", "webp"), ("png", "png")])
  func alphaOfPhotosStaysBitForBit(from: String, to: String) throws {
    let scratch = Scratch()
    let (photo, output) = (scratch.path("photo.\(from)"), scratch.path("out.\(to)"))
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=red:s=256x2,format=rgba,geq=r=255:g=0:b=0:a=X", "-frames:v",
      "1", photo)
    try Command.splash(photo, "-o", output, "--white-balance", "off", "--quiet").checked()
    let samples = try Media(output).samples("rgba")
    #expect((0..<256).map { Int(samples[4 * $0 + 3]) } == Array(0..<256))
  }

  /// A photo without alpha gets it, and selected colors stay.
  @Test(arguments: ["png", "tif"]) func photoWithoutAlphaGetsIt(kind: String) throws {
    let (photo, output) = (scratch.path("photo.\(kind)"), scratch.path("out.\(kind)"))
    try Command.ffmpeg("-i", clip(), "-frames:v", "1", "-pix_fmt", "rgb24", photo)
    try Command.splash(photo, "-o", output, "--rest", "transparent").checked()
    let found = try Media(output).alpha()
    expectHalf(found, kind)
    let (before, after) = (try Media(photo).samples("rgb24"), try Media(output).samples("rgb24"))
    for index in found.indices where found[index] == 255 {
      try #require(before[3 * index..<3 * index + 3] == after[3 * index..<3 * index + 3])
    }
  }

  @Test(arguments: [
    ["out.mp4"], ["out.mkv"], ["out.jpg"], ["out.y4m"], ["out.mp4", "--codec", "libvpx-vp9"],
    ["out.nut", "--codec", "libvpx-vp9"], ["out.avi", "--codec", "rawvideo"],
    ["out.ts", "--codec", "png"],
  ])
  func transparencyIsRefusedForOutputsWithoutAlpha(output: [String]) throws {
    let photo = try scratch.make("photo.jpg", "-i", clip(), "-frames:v", "1")
    for input in try [clip(), photo] {
      let run = try Command.splash(
        [input, "-o", scratch.path(output[0]), "--rest", "transparent"] + output.dropFirst())
      #expect(run.status == 64, "\(run.errors)")
      #expect(run.errors.contains("has no transparency"), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path(output[0])))
    }
  }
}
