internal import CSplashKernels

/// Luma of frames at low resolution, for measuring motion. For one thread at a time.
package final class SmallLuma {
  private let kernels: SplashDSP
  private var planes: (guide: MaskPlane, halves: HalvedPlanes)?

  /// The most samples, unless the frame has over a thousand times as many: 120 × 68 at 1080p in
  /// 4:2:0, 160 × 90 at 720p.
  private static let limit = 16_384

  package init(_ instructionSet: InstructionSet) { kernels = SplashDSP(instructionSet) }

  /// Luma of a frame in a native format, 0…255, in rows as stored: at chroma resolution, halved
  /// until it has few samples.
  package func values(
    of picture: borrowing PlaneView
  ) -> (width: Int, height: Int, values: [Float]) {
    let (width, height) = (picture.chromaWidth, picture.chromaHeight)
    let planes: (guide: MaskPlane, halves: HalvedPlanes) =
      planes.flatMap { $0.guide.fits(width: width, height: height) ? $0 : nil }
      ?? (
        MaskPlane(width: width, height: height),
        HalvedPlanes(width: width, height: height, limit: Self.limit)
      )
    self.planes = planes
    var (source, full) = (SplashPicture(picture), planes.guide.plane)
    kernels.guide(&source, &full, 0, full.height)
    let small = planes.halves.halved(full, kernels)
    let values = (0..<Int(small.height)).flatMap { y in
      UnsafeBufferPointer(start: small.data + y * small.stride, count: Int(small.width)).map {
        Float($0)
      }
    }
    return (Int(small.width), Int(small.height), values)
  }
}
