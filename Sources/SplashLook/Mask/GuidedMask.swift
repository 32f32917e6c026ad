internal import CSplashKernels

/// A mask fitted to the edges of frames: for each sample a linear function from luma to mask, by
/// the fast guided filter (He and Sun, "Fast Guided Filter", arXiv 1505.00996; He, Sun and Tang,
/// "Guided Image Filtering", IEEE TPAMI 35, 2013). The filter would smooth the part of the mask
/// that luma does not explain; here it is kept: the offset gets back the residual, times 1 minus
/// the squared correlation of luma and mask around the sample.
package final class GuidedMask: Sendable {
  private let width, height: Int
  /// Mask = slope · luma + offset, in codes.
  private let slope, offset: [Float]

  /// Variance of luma, 0…1, below which a sample counts as free of edges.
  private static let noise: Float = 0.0004

  /// - Parameters:
  ///   - mask: 0…1, in rows.
  ///   - guide: luma; of the mask's size.
  ///   - reach: half of the window for each linear fit, in samples.
  init(_ mask: [Float], guide: SplashPlane, reach: Int) {
    (width, height) = (Int(guide.width), Int(guide.height))
    let mean = BoxMean(width: width, height: height, reach: reach)
    let luma = guide.shares
    let (meanLuma, meanMask) = (mean(luma), mean(mask))
    let squares = mean(luma.map { $0 * $0 })
    let maskSquares = mean(mask.map { $0 * $0 })
    let products = mean(zip(luma, mask).map { $0 * $1 })
    var (slope, offset, unexplained) = (meanLuma, meanLuma, meanLuma)
    for index in slope.indices {
      let variance = squares[index] - meanLuma[index] * meanLuma[index]
      let together = products[index] - meanLuma[index] * meanMask[index]
      slope[index] = together / (variance + Self.noise)
      offset[index] = meanMask[index] - slope[index] * meanLuma[index]
      let maskVariance = max(maskSquares[index] - meanMask[index] * meanMask[index], 0)
      unexplained[index] = 1 - together * slope[index] / (maskVariance + Self.noise)
    }
    (slope, offset) = (mean(slope), mean(offset))
    for index in slope.indices {
      let residual = mask[index] - slope[index] * luma[index] - offset[index]
      offset[index] += min(max(unexplained[index], 0), 1) * residual
    }
    (self.slope, self.offset) = (slope, offset.map { 255 * $0 })
  }

  private init(_ mask: GuidedMask, slope: [Float], offset: [Float]) {
    (width, height) = (mask.width, mask.height)
    (self.slope, self.offset) = (slope, offset)
  }

  private func withLines(
    _ body: (_ slope: UnsafeBufferPointer<Float>, _ offset: UnsafeBufferPointer<Float>) -> Void
  ) {
    slope.withUnsafeBufferPointer { slope in
      offset.withUnsafeBufferPointer { body(slope, $0) }
    }
  }

  /// The mask moved by motion.
  ///
  /// - Parameter way: the motion path from a later frame back to the mask's frame, in any size.
  package func carried(by way: SampleWay) -> GuidedMask {
    let count = width * height
    let slope = UnsafeMutableBufferPointer<Float>.allocate(capacity: count)
    let offset = UnsafeMutableBufferPointer<Float>.allocate(capacity: count)
    defer {
      slope.deallocate()
      offset.deallocate()
    }
    withLines { oldSlope, oldOffset in
      way.forEachPlace(width, height) { index, place in
        slope.initializeElement(at: index, to: place.value(oldSlope))
        offset.initializeElement(at: index, to: place.value(oldOffset))
      }
    }
    return GuidedMask(self, slope: Array(slope), offset: Array(offset))
  }

  /// Draws the mask of a frame; empty if the frame's size has changed.
  ///
  /// - Parameters:
  ///   - guide: luma of the frame at chroma resolution.
  ///   - mask: of the guide's size.
  func draw(guide: SplashPlane, into mask: MaskPlane, _ kernels: SplashDSP) {
    guard let halvings = halvings(of: guide) else { return mask.fill(0) }
    slope.withUnsafeBufferPointer { slope in
      offset.withUnsafeBufferPointer { offset in
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * Int(guide.width)) { room in
          var (guide, result) = (guide, mask.plane)
          var lines = SplashLines(
            log2_size: UInt8(halvings), slope: slope.baseAddress!, offset: offset.baseAddress!,
            room: room.baseAddress!)
          kernels.lines(&lines, &guide, &result, 0, guide.height)
        }
      }
    }
  }

  /// How often a plane must be halved to reach this mask's size; nil if the sizes do not match.
  private func halvings(of plane: SplashPlane) -> Int? {
    (0...HalvedPlanes.most).first { count in
      let round = 1 << count - 1
      return (Int(plane.width) + round) >> count == width
        && (Int(plane.height) + round) >> count == height
    }
  }
}

extension SplashPlane {
  /// The samples divided by 255, in rows without padding.
  fileprivate var shares: [Float] {
    (0..<Int(height)).flatMap { y in
      UnsafeBufferPointer(start: data + y * stride, count: Int(width)).map { Float($0) / 255 }
    }
  }
}
