package import CSplashKernels

/// The instructions that kernels may use. All sets compute the same bits. Raw values are the names
/// in `--cpu` and reports.
public enum InstructionSet: String, CaseIterable, Codable, Sendable {
  /// The scalar definition, for any machine.
  case reference
  /// 128-bit vectors; every x86-64 has them.
  case sse2
  /// 256-bit vectors; Haswell, Zen and later.
  case avx2
  /// 512-bit vectors: the F, BW, DQ and VL groups, as in Skylake-X, Zen 4 and later.
  case avx512
  /// 128-bit vectors of 64-bit ARM.
  case neon

  /// The sets that this machine and its system support, slowest first; `reference` is among them.
  public static let available = allCases.filter { CPUFlags.host.contains($0.flags) }

  /// The fastest set of this machine.
  public static var best: InstructionSet { available.last ?? .reference }

  /// The set that some kernels use.
  package init(of kernels: SplashDSP) {
    self = Self.allCases.first { $0.flags == kernels.flags } ?? .reference
  }

  fileprivate var flags: CPUFlags {
    switch self {
    case .reference: .reference
    case .sse2: .sse2
    case .avx2: .avx2
    case .avx512: .avx512
    case .neon: .neon
    }
  }
}

extension SplashDSP {
  /// The kernels for an instruction set, which the machine must have.
  package init(_ set: InstructionSet) { self.init(set.flags) }
}
