import TestSupport

/// Temporal smoothing of network masks, through the command: the subject is what is red, in the
/// middle of a clip, at times.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "scripts/models fetches what this needs"))
struct SteadySubjectTests {
  private let scratch = Scratch()
  private static let (width, height, pictures) = (320, 192, 20)

  /// The network's value for red in the middle, of 1.
  private static let red = 0.73

  /// The mask in the middle of each frame, 0…1.
  ///
  /// - Parameters:
  ///   - isRed: an FFmpeg expression of the frame's number `N`.
  ///   - ground: luma around it, likewise.
  private func course(
    isRed: String, ground: String = "128", _ arguments: String...
  ) throws -> [Double] {
    // Both colors of the middle have one luma.
    func color(_ red: String, _ grey: String) -> String {
      "if(lt(abs(X-160),50)*lt(abs(Y-96),50),\(red),\(grey))"
    }
    let clip = try scratch.drawn(
      "clip.mov", Self.width, Self.height, rate: 30, frames: Self.pictures,
      red: color("200*\(isRed)", "0"), green: color("120-60*\(isRed)", ground),
      blue: color("120", ground))
    let network = scratch.path("red.onnx")
    try MadeNetwork.write(to: network)
    let flags = ["--keep", "subject", "--subject-model", network, "--white-balance", "off"]
    let masks = try ShownMasks(of: clip, flags + arguments, in: scratch).masks
    try #require(masks.count == Self.pictures)
    let middle = Self.height / 4 * (Self.width / 2) + Self.width / 4
    return masks.map { Double($0[middle]) / 219 }
  }

  /// A network that changes its answer with every frame.
  @Test func smoothingCalmsAFlickeringMask() throws {
    let raw = try course(isRed: "mod(N,2)", "--smoothing", "0")
    let calm = try course(isRed: "mod(N,2)")
    func swing(_ course: [Double]) -> Double { course.suffix(8).max()! - course.suffix(8).min()! }
    #expect(swing(raw) > 0.9 * Self.red)
    #expect(swing(calm) < swing(raw) / 4)
    #expect(abs(calm.suffix(8).reduce(0, +) / 8 - Self.red / 2) < 0.1)
    #expect(swing(try course(isRed: "mod(N,2)", "--smoothing", "1")) < swing(calm))
  }

  /// A lasting change shows soon, and a removal too: most of it with the second frame.
  @Test func smoothingDoesNotDelayLastingChanges() throws {
    let comes = try course(isRed: "gte(N,10)")
    #expect(comes[9] < 0.05)
    #expect(comes[11] > 0.5 * Self.red && comes[12] > 0.65 * Self.red, "\(comes)")
    #expect(comes[14] > 0.85 * Self.red, "\(comes)")
    let goes = try course(isRed: "lt(N,10)")
    #expect(goes[9] > 0.95 * Self.red)
    // The network's nothing is not quite 0.
    let left = goes.map { $0 - goes[19] }
    #expect(left[11] < 0.5 * Self.red && left[12] < 0.35 * Self.red, "\(goes)")
    #expect(left[14] < 0.15 * Self.red, "\(goes)")
  }

  /// Where the network analyzes one frame in five, each analysis counts for more.
  @Test func rareNetworkMasksWeighMore() throws {
    let comes = try course(isRed: "gte(N,10)", "--subject-every", "5")
    #expect(comes[9] < 0.05)
    #expect(comes[10] > 0.6 * Self.red && comes[15] > 0.85 * Self.red, "\(comes)")
  }

  /// Another shot takes nothing over from the one before.
  @Test func smoothingBeginsAnewAtAShotChange() throws {
    let goes = try course(isRed: "lt(N,10)", ground: "if(lt(N,10),60,190)")
    #expect(goes[9] > 0.95 * Self.red && goes[10] < 0.05)
    let comes = try course(isRed: "gte(N,10)", ground: "if(lt(N,10),190,60)")
    #expect(comes[9] < 0.05 && comes[10] > 0.9 * Self.red)
    // The same without another shot is gradual.
    let stays = try course(isRed: "lt(N,10)")
    #expect(stays[10] > 0.2 * Self.red)
  }
}
