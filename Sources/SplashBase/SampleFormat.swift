/// How the samples of a frame lie in its planes: in bytes, or in 16-bit words.
public struct SampleFormat: Equatable, Sendable {
  /// Where the samples of one component lie.
  public struct Component: Equatable, Sendable {
    /// Number of the plane, 0…3.
    public var plane: Int
    /// Bytes from the beginning of a row to its first sample.
    public var offset: Int
    /// Bytes from a sample to the next.
    public var step: Int
    /// Bits below each sample: 6 in P010, 0 in most formats.
    public var shift: Int
    /// Bits per sample, 1…16.
    public var depth: Int

    public init(plane: Int, offset: Int = 0, step: Int, shift: Int = 0, depth: Int) {
      self.plane = plane
      self.offset = offset
      self.step = step
      self.shift = shift
      self.depth = depth
    }

    /// Bytes per sample.
    public var bytes: Int { depth + shift > 8 ? 2 : 1 }
  }

  /// Y'CbCr layouts that the look reads without conversion.
  public enum Packing: Sendable {
    /// Luma, Cb and Cr planes.
    case planar
    /// A luma plane, and one of Cb Cr pairs: NV12, NV16, P010.
    case semiplanar
    /// One plane of Y Cb Y Cr.
    case yuyv
    /// One plane of Cb Y Cr Y.
    case uyvy
  }

  /// Y', Cb and Cr, or R', G' and B', or only luma; then alpha, if any.
  public var components: [Component]
  /// Chroma subsampling as log2: 4:2:0 is 1 and 1, 4:2:2 is 1 and 0.
  public var log2ChromaWidth: Int
  public var log2ChromaHeight: Int
  public var isRGB: Bool
  public var hasAlpha: Bool
  /// Whether the high byte of a word comes first.
  public var isBigEndian: Bool

  public init(
    components: [Component], log2ChromaWidth: Int = 0, log2ChromaHeight: Int = 0,
    isRGB: Bool = false, hasAlpha: Bool = false, isBigEndian: Bool = false
  ) {
    self.components = components
    self.log2ChromaWidth = log2ChromaWidth
    self.log2ChromaHeight = log2ChromaHeight
    self.isRGB = isRGB
    self.hasAlpha = hasAlpha
    self.isBigEndian = isBigEndian
  }

  /// Bits per sample of the first component.
  public var depth: Int { components[0].depth }

  public var planeCount: Int { 1 + (components.map(\.plane).max() ?? 0) }

  /// Whether there is color beside luma.
  public var hasColor: Bool { components.count >= 3 }

  /// How Y'CbCr is laid out; nil for R'G'B' and for other layouts.
  public var packing: Packing? {
    guard hasColor, !isRGB else { return nil }
    let (luma, cb, cr) = (components[0], components[1], components[2])
    let bytes = depth > 8 ? 2 : 1
    if cb.plane == 0, cr.plane == 0, bytes == 1, (luma.step, cb.step, cr.step) == (2, 4, 4) {
      switch (luma.offset, cb.offset, cr.offset) {
      case (0, 1, 3): return .yuyv
      case (1, 0, 2): return .uyvy
      default: return nil
      }
    }
    guard luma.plane == 0, luma.step == bytes, luma.offset == 0, cb.plane == 1 else { return nil }
    if cr.plane == 2, cb.step == bytes, cr.step == bytes { return .planar }
    let isPair = cb.step == 2 * bytes && cb.offset == 0 && cr.offset == bytes
    return cr.plane == 1 && isPair ? .semiplanar : nil
  }

  /// Whether the look takes frames of this format directly; others have to be converted first.
  public var isNative: Bool {
    packing != nil && !isBigEndian && (8...14).contains(depth) && log2ChromaWidth <= 1
      && log2ChromaHeight <= 1
  }

  /// The number of chroma samples that cover `width` luma samples.
  public func chromaWidth(_ width: Int) -> Int {
    (width + (1 << log2ChromaWidth) - 1) >> log2ChromaWidth
  }

  public func chromaHeight(_ height: Int) -> Int {
    (height + (1 << log2ChromaHeight) - 1) >> log2ChromaHeight
  }

  /// The samples per row, and the rows, of a component of a frame.
  public func size(
    ofComponent index: Int, width: Int, height: Int
  ) -> (width: Int, height: Int) {
    index == 1 || index == 2 ? (chromaWidth(width), chromaHeight(height)) : (width, height)
  }

  /// The bytes per row that hold samples, and the rows, of a plane of a frame.
  public func size(ofPlane plane: Int, width: Int, height: Int) -> (bytes: Int, rows: Int) {
    var (bytes, rows) = (0, 0)
    for (index, component) in components.enumerated() where component.plane == plane {
      let size = size(ofComponent: index, width: width, height: height)
      bytes = max(bytes, component.offset + (size.width - 1) * component.step + component.bytes)
      rows = max(rows, size.height)
    }
    return (bytes, rows)
  }
}
