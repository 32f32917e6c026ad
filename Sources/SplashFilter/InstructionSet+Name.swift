public import CSplashKernels

extension InstructionSet {
  /// Every instruction set with the name that `--cpu` and reports use, slowest first.
  public static let named: [(name: String, set: InstructionSet)] = [
    ("reference", .reference), ("sse2", .sse2), ("avx2", .avx2), ("avx512", .avx512),
    ("neon", .neon),
  ]

  /// The name of a single instruction set; "unknown" for anything else.
  public var name: String { Self.named.first { $0.set == self }?.name ?? "unknown" }
}
