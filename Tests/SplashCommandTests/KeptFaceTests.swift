import TestSupport

/// Faces in real clips, through the command and the network for them.
@Suite(.enabled(if: Subjects.areThere, "scripts/models fetches what this needs"))
struct KeptFaceTests {
  /// On a man before his own camera, in shares of the displayed frame.
  private static let inside = [(0.45, 0.5), (0.5, 0.75), (0.35, 0.6), (0.6, 0.6)]
  private static let outside = [(0.05, 0.1), (0.95, 0.1), (0.5, 0.98), (0.05, 0.9)]

  @Test(arguments: Footage.adding(["selfie-hevc-fullrange-rot90-vfr.mp4"]))
  func faceIsKeptFromHairToChin(clip: String) throws {
    let scratch = Scratch()
    let output = scratch.path("mask.png")
    try Command.splash(
      Clips.path(clip), "-o", output, "--keep", "face", "--show", "mask", "--frames", "1", "--quiet"
    ).checked()
    let samples = try Media(output).samples("gray")
    try #require(samples.count == 1080 * 1440)
    func value(_ place: (Double, Double)) -> UInt8 {
      samples[Int(place.1 * 1440) * 1080 + Int(place.0 * 1080)]
    }
    for place in Self.inside { #expect(value(place) > 200, "\(place)") }
    for place in Self.outside { #expect(value(place) < 40, "\(place)") }
  }

  /// A moving face of twenty pixels in a clip; the network does not see it at 640.
  @Test(arguments: Footage.adding(["selfie-hevc-fullrange-rot90-vfr.mp4"]))
  func smallFaceIsKeptInEveryFrame(clip: String) throws {
    let scratch = Scratch()
    let still = try scratch.make("still.png", "-i", Clips.path(clip), "-frames:v", "1")
    let film = try scratch.make(
      "film.mkv", "-f", "lavfi", "-i", "color=0x607080:s=1280x720:r=25:d=2", "-i", still,
      "-filter_complex", "[1]scale=-2:40:flags=area[face];[0][face]overlay=600+n:300",
      "-c:v", "ffv1", "-pix_fmt", "yuv420p")
    let run = try Command.splash(
      film, "-o", "-", "--format", "rawvideo", "--keep", "face", "--show", "mask", "--quiet",
      "--white-balance", "off"
    ).checked()
    let (samples, size) = ([UInt8](run.output), 1280 * 720 * 3 / 2)
    try #require(samples.count == 50 * size)
    let kept = (0..<50).map { (picture: Int) -> UInt8 in
      samples[picture * size + 324 * 1280 + 613 + picture]
    }
    #expect(kept.allSatisfy { $0 > 200 }, "\(kept)")
  }

  /// Frames of any size are searched, and plain grey has no face.
  @Test(arguments: ["1x1", "2x600", "333x77", "640x360"]) func framesOfAnySizeAreSearchedForFaces(
    size: String
  ) throws {
    let scratch = Scratch()
    let (photo, mask) = (scratch.path("photo.png"), scratch.path("mask.png"))
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "color=gray:s=\(size),format=rgb24", "-frames:v", "1",
      photo)
    try Command.splash(photo, "-o", mask, "--keep", "face", "--show", "mask").checked()
    #expect(try Media(mask).samples("gray").allSatisfy { $0 < 8 })
  }
}

/// What can be wrong with the network for faces.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
struct FaceNetworkTests {
  @Test func missingFaceNetworkIsReportedInOneLine() throws {
    let scratch = Scratch()
    let run = try Command.run(
      "env",
      [
        "SPLASH_MODELS=\(scratch.path("."))", Command.splash.path, "test:", "-o", "null",
        "--without", "face", "--onnxruntime", try #require(MadeNetwork.runtime),
      ])
    #expect(run.status == 2 && run.errors.contains("face.onnx: no such AI model"), "\(run.errors)")
    #expect(run.errors.contains("splash models fetch face"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}
