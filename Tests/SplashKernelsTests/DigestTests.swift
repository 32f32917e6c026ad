import CSplashKernels
import TestSupport

/// Parity tests compare versions with each other; these compare them with earlier releases.
@Suite struct DigestTests {
  private static func digestOfNoise(_ format: TestFormat, _ rule: TestRule) -> UInt64 {
    var oracle = rule.oracle
    oracle.bits = Int(format.format.depth)
    var picture = TestPicture(format, width: 321, height: 87, mood: .random, seed: 2024)
    picture.run(.splash, SplashDSP(.host), SplashKey(oracle))
    return digest(
      picture.chromaResult.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
  }

  @Test func knownFramesHaveTheStoredDigests() {
    let (defaults, narrow) = (TestRule.soft[0], TestRule.soft[1])
    func format(_ name: String) -> TestFormat { TestFormat.all.first { $0.description == name }! }
    #expect(Self.digestOfNoise(format("yuv420p8"), defaults) == 0x357d_8d7c_2978_d3e8)
    #expect(Self.digestOfNoise(format("yuv420p8"), narrow) == 0x3c27_7603_d74b_cb8a)
    #expect(Self.digestOfNoise(format("yuv422p10"), defaults) == 0x31a0_9c7a_f687_8543)
    #expect(Self.digestOfNoise(format("p010"), narrow) == 0x3edf_8ba2_b047_9e23)
    #expect(Self.digestOfNoise(format("uyvy422"), defaults) == 0x57db_ec4f_5b6a_4027)
  }
}
