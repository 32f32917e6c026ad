import Foundation
import TestSupport
import Testing

/// Photos as phones store them, made by libheif's own program.
@Suite(.enabled(if: Command.isInstalled("heif-enc"), "needs heif-enc (libheif-examples)"))
struct HEIFTests {
  @Test(arguments: ["heic", "avif"]) func aPhotoOfAPhoneIsRead(ending: String) throws {
    let scratch = try Scratch()
    let plain = scratch.path("plain.png")
    let photo = scratch.path("photo.\(ending)")
    let result = scratch.path("red.png")
    let cut = ["-v", "error", "-i", try Clips.path("scene.mkv"), "-frames:v", "1"]
    _ = try Command.run("ffmpeg", cut + ["-vf", "crop=160:120:200:110", plain])
    let made = try Command.run(
      "heif-enc", ["-q", "95"] + (ending == "avif" ? ["-A"] : []) + [plain, "-o", photo])
    try #require(made.status == 0, "\(made.errors)")
    // Everything is kept.
    let everything = ["--hue", "0:180", "--saturation", "0..1", "--value", "0..1"]
    let run = try Command.run(
      Command.splash.path, [photo, "-o", result, "--chroma-floor", "0"] + everything)
    try #require(run.status == 0, "\(run.errors)")
    let (before, after) = (try Media(plain).samples("rgb24"), try Media(result).samples("rgb24"))
    try #require(before.count == after.count)
    let mean = zip(before, after).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(mean) / Double(before.count) < 6)
  }

  @Test func whatIsSeenThroughStaysSo() throws {
    let scratch = try Scratch()
    let (plain, photo) = (scratch.path("plain.png"), scratch.path("photo.heic"))
    let ramp =
      "testsrc2=size=160x120,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X*255/159'"
    _ = try Command.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", ramp, "-frames:v", "1", plain])
    let made = try Command.run("heif-enc", ["-q", "95", plain, "-o", photo])
    try #require(made.status == 0, "\(made.errors)")
    let (result, opaque) = (scratch.path("red.png"), scratch.path("red.jpg"))
    let run = try Command.run(Command.splash.path, [photo, "-o", result, "-o", opaque])
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("red.jpg: leaving out transparency"))
    let (before, after) = (try Media(plain).samples("rgba"), try Media(result).samples("rgba"))
    try #require(before.count == after.count)
    let alphas = stride(from: 3, to: before.count, by: 4)
    let worst = alphas.map { abs(Int(before[$0]) - Int(after[$0])) }.max() ?? 255
    #expect(worst < 24, "alpha differs by up to \(worst)")
  }
}
