internal import CSplashKernels

/// A mask brought to the edges of pictures: a straight line from luma to mask for each place, by
/// the fast guided filter (He and Sun, "Fast Guided Filter", arXiv 1505.00996; He, Sun and Tang,
/// "Guided Image Filtering", IEEE TPAMI 35, 2013).
package final class GuidedMask: Sendable {
  let width, height: Int
  /// Mask = slope · luma + offset, luma and mask 0…1.
  private let slope, offset: [Float]

  /// Variance of luma, 0…1, below which a place has no edge of its own.
  private static let noise: Float = 0.0004

  /// - Parameters:
  ///   - mask: 0…1, in rows.
  ///   - guide: luma; of the mask's size.
  ///   - reach: half of the window that a line is fitted in, in samples.
  init(_ mask: [Float], guide: SplashPlane, reach: Int) {
    (width, height) = (Int(guide.width), Int(guide.height))
    let mean = BoxMean(width: width, height: height, reach: reach)
    let luma = guide.shares
    let (meanLuma, meanMask) = (mean(luma), mean(mask))
    let squares = mean(luma.map { $0 * $0 })
    let products = mean(zip(luma, mask).map { $0 * $1 })
    var (slope, offset) = (meanLuma, meanLuma)
    for index in slope.indices {
      let variance = squares[index] - meanLuma[index] * meanLuma[index]
      let together = products[index] - meanLuma[index] * meanMask[index]
      slope[index] = together / (variance + Self.noise)
      offset[index] = meanMask[index] - slope[index] * meanLuma[index]
    }
    (self.slope, self.offset) = (mean(slope), mean(offset))
  }

  /// Draws the mask of a picture.
  ///
  /// - Parameters:
  ///   - guide: its luma at chroma resolution.
  ///   - plane: of the guide's size.
  func draw(guide: SplashPlane, into plane: SplashPlane) {
    let columns = Interpolation(from: width, to: Int(plane.width))
    let rows = Interpolation(from: height, to: Int(plane.height))
    var slopes = [Float](repeating: 0, count: width)
    var offsets = slopes
    for (y, row) in rows.places.enumerated() {
      let (upper, lower) = (row.first * width, row.second * width)
      for x in 0..<width {
        slopes[x] = slope[upper + x] + row.share * (slope[lower + x] - slope[upper + x])
        offsets[x] = offset[upper + x] + row.share * (offset[lower + x] - offset[upper + x])
      }
      let luma = guide.data + y * guide.stride
      let result = plane.data + y * plane.stride
      for (x, place) in columns.places.enumerated() {
        let slope =
          slopes[place.first] + place.share * (slopes[place.second] - slopes[place.first])
        let offset =
          offsets[place.first] + place.share * (offsets[place.second] - offsets[place.first])
        let value = slope * Float(luma[x]) + 255 * offset
        result[x] = UInt8(min(max(value + 0.5, 0), 255))
      }
    }
  }
}

extension SplashPlane {
  /// The samples as shares of 255, in rows without padding.
  fileprivate var shares: [Float] {
    (0..<Int(height)).flatMap { y in
      UnsafeBufferPointer(start: data + y * stride, count: Int(width)).map { Float($0) / 255 }
    }
  }
}
