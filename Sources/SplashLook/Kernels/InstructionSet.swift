package import CSplashKernels

/// Instruction sets that the kernels use, slowest first. Every set computes the same bits.
public enum InstructionSet: String, CaseIterable, Codable, Sendable {
  /// The scalar definition, on any machine.
  case reference
  /// 128-bit vectors; every x86-64 has them.
  case sse2
  /// 256-bit vectors; Haswell, Zen and later.
  case avx2
  /// 512-bit vectors; Skylake-X, Zen 4 and later.
  case avx512
  /// 128-bit vectors of 64-bit ARM.
  case neon

  /// Those that this machine and its operating system offer.
  public static let available = allCases.filter { CPUFlags.host.contains($0.flags) }

  /// The best that this machine offers.
  public static let host = available.last ?? .reference

  package var flags: CPUFlags {
    switch self {
    case .reference: .reference
    case .sse2: .sse2
    case .avx2: .avx2
    case .avx512: .avx512
    case .neon: .neon
    }
  }
}
