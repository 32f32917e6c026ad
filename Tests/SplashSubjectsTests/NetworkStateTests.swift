import SplashBase
import SplashSubjects
import TestSupport

/// The state of a network made for the purpose: half of its mask is the red of the frame, half the
/// mask before.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
struct NetworkStateTests {
  /// A state is of no use for frames of another size, also if one side is the same.
  @Test func framesOfAnotherSizeBeginAnew() throws {
    let scratch = Scratch()
    let path = scratch.path("recurrent.onnx")
    try MadeNetwork.writeRecurrent(to: path)
    var form = NetworkForm()
    form.keepsShape = true
    let network = try Network(
      path, form, OnnxRuntime(library: #require(MadeNetwork.runtime)))
    var state: NetworkState?
    let white = [Disc(x: 0, y: 0, radius: 10)]
    for (width, height, value) in [
      (320, 180, 0.5), (320, 180, 0.75), (320, 88, 0.5), (320, 88, 0.75), (160, 88, 0.5),
    ] {
      let mask = try white.drawn(width, height) {
        try network.mask(of: $0, turn: .upright, after: &state)
      }
      #expect((mask.width, mask.height) == (width, height))
      #expect(abs(mask.value(0.5, 0.5) - Float(value)) < 0.01, "\(width) × \(height)")
    }
  }
}
