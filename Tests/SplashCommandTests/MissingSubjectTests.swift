import SplashCore
import TestSupport

/// What a run says where a network finds nothing, with networks made for the purpose.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
struct MissingSubjectTests {
  private let scratch = Scratch()

  /// - Parameter red: the weight of red in the network's mask of a red clip.
  private func run(red: Float, _ look: [String]) throws -> (errors: String, hint: String?) {
    let clip = try scratch.make(
      "red.mkv", "-f", "lavfi", "-i", "color=red:s=320x192:r=10:d=0.4", "-pix_fmt", "yuv420p",
      "-c:v", "ffv1")
    let (network, json) = (scratch.path("network.onnx"), scratch.path("stats.json"))
    try MadeNetwork.write(to: network, weights: [red, 0, 0])
    let run = try Command.splash(
      [clip, "-o", "null", "--subject-model", network, "--stats-json", json, "-y"] + look
    ).checked()
    return (run.errors, try SummaryTests.report(json).hint)
  }

  @Test(arguments: [
    ["--keep", "subject"], ["--hue", "red", "--within", "subject"],
    ["--keep", "subject", "--invert"], ["--keep", "subject", "--keep", "box=0,0,0.5,0.5"],
  ])
  func subjectThatIsInNoFrameIsToldOnce(look: [String]) throws {
    let (errors, hint) = try run(red: 0, look)
    let lines = errors.split(separator: "\n").filter { $0.contains("no subject was found") }
    #expect(lines.count == 1, "\(errors)")
    #expect(lines.first?.contains("--show mask") == true, "\(errors)")
    #expect(lines.first?.contains("thing@X,Y") == true, "\(errors)")
    #expect(hint.map { lines.first == "splash: \($0)" } == true, "\(hint ?? "")")
    #expect(try !run(red: 1, look).errors.contains("was found"))
  }

  /// Nothing is amiss where nothing was to be taken out, and a live run goes on looking.
  @Test(arguments: [
    ["--hue", "red", "--without", "subject"], ["--keep", "subject", "--realtime"],
  ])
  func nothingIsSaidOfWhatNeedNotBeFound(look: [String]) throws {
    let (errors, _) = try run(red: 0, look)
    #expect(!errors.contains("was found"), "\(errors)")
  }

  /// The networks that splash models fetches.
  @Test(
    .enabled(if: Subjects.areThere, "scripts/models fetches what this needs"),
    arguments: ["person", "face"])
  func nobodyInAGreyClipIsTold(kind: String) throws {
    let clip = try scratch.make(
      "grey.mkv", "-f", "lavfi", "-i", "color=gray:s=320x192:r=10:d=0.3", "-pix_fmt", "yuv420p",
      "-c:v", "ffv1")
    let run = try Command.splash(clip, "-o", "null", "--hue", "red", "--within", kind).checked()
    #expect(run.errors.contains("kept 0.0 %; no \(kind) was found; "), "\(run.errors)")
  }
}
