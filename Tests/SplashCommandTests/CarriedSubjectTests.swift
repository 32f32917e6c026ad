import Foundation
import TestSupport
import Testing

/// `--subject-every auto`, through the command: masks that motion carries between key frames,
/// beside those of each frame. The subject is what is red.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "scripts/models fetches what this needs"))
struct CarriedSubjectTests {
  private let scratch: Scratch
  private let network: String

  init() throws {
    scratch = Scratch()
    network = scratch.path("red.onnx")
    try MadeNetwork.write(to: network, weights: [1, -0.5, -0.5])
  }

  private var flags: [String] {
    ["--keep", "subject", "--subject-model", network, "--white-balance", "off"]
  }

  /// A clip of two shots: a red square with a pattern moves over a patterned ground.
  ///
  /// - Parameters:
  ///   - speed: of the square, in pixels a frame.
  ///   - cut: number of the first frame of the second shot, in which it is elsewhere.
  ///   - isOneGround: whether the ground stays as it is, so that there is no cut.
  private func clip(
    speed: Int, frames: Int = 40, cut: Int = 1000, isOneGround: Bool = false,
    _ coding: [String] = ["-c:v", "ffv1"]
  ) throws -> String {
    let size = "s=320x192:r=20"
    let isFirst = "lt(t\\,\(Double(cut) / 20 - 0.025))"
    let place = "if(\(isFirst)\\,40+\(speed)*n\\,200-\(speed)*n/2)"
    let ground =
      "if(lt(N,\(isOneGround ? 1000 : cut)),90,190)+30*sin(X/5)*cos(Y/7)+20*sin((X+Y)/11)"
    let red = "r='200+40*sin(X/6)*sin(Y/4)':g=20:b=20"
    let made = scratch.path("clip.mkv")
    try Command.ffmpeg(
      [
        "-f", "lavfi", "-i",
        "color=gray:\(size),format=gbrp,geq=r='\(ground)':g='\(ground)':b='\(ground)'",
        "-f", "lavfi", "-i", "color=red:s=70x70:r=20,format=gbrp,geq=\(red)",
        "-filter_complex",
        "[0][1]overlay=x='\(place)':y=50:format=gbrp,"
          + "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,"
          + "setparams=colorspace=bt709:range=tv",
        "-frames:v", "\(frames)",
      ] + coding + [made])
    return made
  }

  private func masks(_ clip: String, every: String, _ arguments: String...) throws -> [[UInt8]] {
    try ShownMasks(of: clip, flags + ["--subject-every", every] + arguments, in: scratch).masks
  }

  private func overlap(_ one: [UInt8], _ other: [UInt8]) -> Double {
    let (both, either) = zip(one, other).reduce((0, 0)) { sums, pair in
      let (first, second) = (pair.0 > 109, pair.1 > 109)
      return (sums.0 + (first && second ? 1 : 0), sums.1 + (first || second ? 1 : 0))
    }
    return Double(both) / Double(max(either, 1))
  }

  @Test(arguments: [0, 2, 4]) func carriedMasksAreWhereEachFramesAre(speed: Int) throws {
    let clip = try clip(speed: speed)
    let (each, carried) = (try masks(clip, every: "1"), try masks(clip, every: "auto"))
    try #require(each.count == 40 && carried.count == 40)
    for (number, pair) in zip(each, carried).enumerated() {
      #expect(overlap(pair.0, pair.1) > 0.9, "frame \(number)")
    }
    #expect(speed == 0 || each != carried)
  }

  /// Only the masks of keys are those of each frame: they are 4 to 16 frames apart, and the last
  /// frame is one too.
  @Test func fewFramesAreLookedAtWhereMasksAgree() throws {
    let clip = try clip(speed: 3)
    let each = try masks(clip, every: "1", "--smoothing", "0")
    let carried = try masks(clip, every: "auto", "--smoothing", "0")
    try #require(each.count == 40 && carried.count == 40)
    let keys = zip(each, carried).count { $0 == $1 }
    #expect(2...11 ~= keys, "\(keys) keys of 40 frames")
  }

  /// The last frame of a shot and the first of the next are keys, also within a half second.
  @Test func nothingIsCarriedOverACut() throws {
    let clip = try clip(speed: 2, cut: 14)
    let each = try masks(clip, every: "1", "--smoothing", "0")
    let carried = try masks(clip, every: "auto", "--smoothing", "0")
    try #require(each.count == carried.count)
    for number in [0, 13, 14, 39] { #expect(each[number] == carried[number], "frame \(number)") }
    for (number, pair) in zip(each, carried).enumerated() {
      #expect(overlap(pair.0, pair.1) > 0.9, "frame \(number)")
    }
  }

  /// The square is elsewhere from one frame to the next; where masks do not agree, each frame is a
  /// key.
  @Test func masksThatDoNotAgreeAreNotCarried() throws {
    let clip = try clip(speed: 2, cut: 14, isOneGround: true)
    let each = try masks(clip, every: "1", "--smoothing", "0")
    let carried = try masks(clip, every: "auto", "--smoothing", "0")
    try #require(each.count == carried.count)
    for (number, pair) in zip(each, carried).enumerated() {
      #expect(overlap(pair.0, pair.1) > 0.9, "frame \(number)")
    }
  }

  /// Frames behind the end are looked at as well, so that a shorter run has the same masks.
  @Test func aShorterRunHasTheSameMasks() throws {
    let clip = try clip(speed: 3)
    let (whole, short) = (
      try masks(clip, every: "auto"), try masks(clip, every: "auto", "--frames", "13")
    )
    #expect(short.count == 13 && short == Array(whole.prefix(13)))
  }

  @Test func joinedPartsMatchOneRun() throws {
    let film = try clip(
      speed: 1, frames: 160, cut: 100,
      ["-c:v", "libx264", "-g", "13", "-pix_fmt", "yuv420p", "-qp", "12"])
    let films = try JoinedParts(
      of: film, flags + ["--subject-every", "auto", "--codec", "ffv1", "--quiet"], in: scratch)
    let (one, other) = (
      try films.whole.samples("yuv420p", frames: 160),
      try films.joined.samples("yuv420p", frames: 160)
    )
    #expect(!one.isEmpty && one == other)
  }

  @Test(arguments: ["0", "-1", "often"]) func otherPacesAreRefused(every: String) throws {
    let run = try Command.splash("test:", "-o", "null", "--subject-every=\(every)")
    #expect(run.status == 64 && run.errors.contains("; give auto, or 1 or more"), "\(run.errors)")
  }
}
