/// How R'G'B' becomes light (H.273, transfer characteristics).
public enum ColorTransfer: String, CaseIterable, Codable, Sendable {
  /// Standard dynamic range, which a display shows with a power of 2.4 (BT.1886).
  case sdr
  /// Perceptual quantization (BT.2100).
  case pq
  /// Hybrid log-gamma (BT.2100).
  case hlg
}
