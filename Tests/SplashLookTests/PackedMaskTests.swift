import SplashLook
import TestSupport

/// Masks that are stored for the time before a thing is named.
struct PackedMaskTests {
  @Test func packedMasksUnpackWithinHalfAStep() {
    var random = SeededGenerator(seed: 7)
    for length in [1, 2, 15, 16, 17, 142, 143, 144, 2064, 20_000] {
      let smooth = (0..<length).map { UInt8(($0 / 40) % 256) }
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      for samples in [smooth, noise, Array(repeating: 255, count: length)] {
        let packed = PackedMask(width: length, height: 1, samples: samples)
        let back = packed.samples
        #expect(back.count == length)
        #expect(zip(samples, back).allSatisfy { abs(Int($0) - Int($1)) <= 8 && $1 % 17 == 0 })
      }
    }
  }

  /// The counted memory is what a mask takes.
  @Test func packedMaskMemoryIsCounted() {
    var past = ThingPast()
    let disc = (0..<512 * 288).map { index -> UInt8 in
      let (x, y): (Int, Int) = (index % 512 - 256, index / 512 - 144)
      let depth: Int = 60 * 60 - x * x - y * y
      return UInt8(max(0, min(255, depth / 8)))
    }
    let selection = Selection.thing(
      Selection.Thing([.init(Region.Point(x: 0.5, y: 0.5))]), time: 1)
    past.add(PackedMask(width: 512, height: 288, samples: disc), of: selection, at: 0.1 + 0.2)
    #expect(past.masks(at: 0.3)[selection]?.width == 512)
    #expect(past.masks(at: 0.301).isEmpty)
    #expect(past.bytes < 5000)
  }
}
