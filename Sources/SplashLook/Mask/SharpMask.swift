internal import CSplashKernels

/// Selects what is in focus: the finest edges and textures of a frame, and the areas between them.
final class SharpMask: PictureMeasure {
  private let finding: SubjectMask
  private let painter: SubjectPainter
  private var cuts = CutFinder()

  init(_ kernels: SplashDSP) {
    finding = SubjectMask(kernels, reach: 6)
    painter = SubjectPainter(kernels)
  }

  func mask(of picture: borrowing PlaneView, stability: Double) -> MaskPlane {
    let isCut = cuts.isCut(picture)
    let found = finding.take(in: picture, at: nil, isCut: isCut, stability: stability) { luma in
      let sharpness = Sharpness(of: luma)
      return (sharpness.width, sharpness.height, sharpness.shares.map { UInt8($0 * 255 + 0.5) })
    }
    return painter.mask(found, of: picture)
  }
}

extension Measure {
  static let sharp = Measure(name: "sharp") { SharpMask($0) }
}

/// The sharpness of a plane, in cells of 4 × 4 samples.
///
/// A known blur takes much of the energy of sharp edges and little of blurred ones: if an edge with
/// a standard deviation of s is blurred by one of 1, s / √(s² + 1) of the squared differences are
/// left (after Zhuo and Sim, "Defocus map estimation from a single image", Pattern Recognition 44,
/// 2011, who compare them at edges alone). This is measured in windows of 5 × 5 cells. A cell has
/// the least sharpness of the windows around it, so that sharp edges do not spread. Cells without
/// edges take the mean of their surroundings, at growing distance.
///
/// Noise is estimated by second differences along both sides, which edges and slopes hardly affect
/// (Immerkær, "Fast noise variance estimation", Computer Vision and Image Understanding 64, 1996),
/// where they are small. A window whose energy does not exceed that of noise is not sharp; the
/// threshold is so high that noise does not reach it in any window (Donoho and Johnstone, "Ideal
/// spatial adaptation by wavelet shrinkage", Biometrika 81, 1994).
struct Sharpness {
  let width, height: Int
  /// Sharpness, 0…1, in rows.
  private(set) var shares: [Float] = []

  /// The share of energy left after the blur where the frame is sharp, and where it is blurred.
  private static let (sharp, blurred): (Float, Float) = (0.5, 0.8)
  /// The largest variance in codes that counts as noise in a frame full of texture, and the energy
  /// at which a window weighs a quarter.
  private static let (texture, faint): (Float, Float) = (9, 2)
  /// Multiples of the noise energy: up to the first a window may be noise, from the second it is
  /// certainly not.
  private static let (chance, certain): (Float, Float) = (1.3, 1.5)
  /// For pure noise, a tenth of the windows has less than this share of its variance.
  private static let tenth: Float = 0.82
  /// The least weight of surroundings, and the weight at which a window counts half.
  private static let (least, half): (Float, Float) = (0.05, 0.02)
  private static let (cell, reach) = (4, 2)

  /// - Parameter plane: luma.
  init(of plane: SplashPlane) {
    width = (Int(plane.width) + Self.cell - 1) / Self.cell
    height = (Int(plane.height) + Self.cell - 1) / Self.cell
    let luma = plane.codes
    let size = (width: Int(plane.width), height: Int(plane.height))
    let window = BoxMean(width: width, height: height, reach: Self.reach)
    var before = window(energy(of: luma, size))
    let soft = energy(of: softened(luma, size), size)
    let (after, near) = (window(soft), BoxMean(width: width, height: height, reach: 1)(soft))
    // The 5 % of cells with the least energy show the noise.
    let quiet = before.sorted()[before.count / 20] / 4
    let grain = window(roughness(of: luma, size)).sorted()[before.count / 10] / (36 * Self.tenth)
    let noise = max(grain, min(quiet, Self.texture))
    // Noise with a variance of 1 has squared differences of 4, and of 0.06 after the blur.
    func weight(_ energy: Float) -> Float {
      let energy = max(energy - 0.06 * noise, 0)
      let share = energy / (energy + Self.faint + 4 * noise)
      return share * share
    }
    var own = before
    for index in before.indices {
      let seen = before[index] / (4 * noise + 1e-6)
      let certainty = min(max((seen - Self.chance) / (Self.certain - Self.chance), 0), 1)
      let left = max(after[index] - 0.06 * noise, 0) / max(before[index] - 4 * noise, 1e-6)
      let share = certainty * min(max((Self.blurred - left) / (Self.blurred - Self.sharp), 0), 1)
      let weight = weight(after[index])
      own[index] = share
      // A window with next to no edges must not lower the cells around it.
      before[index] = 1 - weight / (weight + Self.half) * (1 - share)
    }
    shares = filled(zip(least(before), own).map { min($0, $1) }, near.map(weight))
  }

  /// The least value of the windows around each cell.
  private func least(_ shares: [Float]) -> [Float] {
    func least(_ shares: [Float], along step: Int, _ place: (Int) -> Int, _ count: Int) -> [Float] {
      shares.indices.map { index in
        let place = place(index)
        let (first, last) = (max(place - Self.reach, 0), min(place + Self.reach, count - 1))
        return (first...last).reduce(1) { min($0, shares[index + ($1 - place) * step]) }
      }
    }
    let along = least(shares, along: 1, { $0 % width }, width)
    return least(along, along: width, { $0 / width }, height)
  }

  /// Replaces cells by the weighted mean of cells with edges, from far to near.
  private func filled(_ shares: [Float], _ weights: [Float]) -> [Float] {
    let weighted = zip(shares, weights).map { $0 * $1 }
    var filled = [Float](repeating: 0, count: shares.count)
    for (step, reach) in [64, 32, 16, 8, 4, 2, 1, 0].enumerated() {
      let mean = BoxMean(width: width, height: height, reach: reach)
      let (sums, counts) = (mean(weighted), mean(weights))
      let least: Float = step == 0 ? 1e-6 : Self.least
      for index in filled.indices {
        filled[index] =
          (max(sums[index], 0) + least * filled[index]) / (max(counts[index], 0) + least)
      }
    }
    return filled.map { min($0, 1) }
  }

  /// The mean squared difference of each sample from its left and upper neighbor, per cell.
  private func energy(of samples: [Float], _ size: (width: Int, height: Int)) -> [Float] {
    means(of: samples, size, beyond: 0) { at in
      let (across, down) = (at[0] - at[-1], at[0] - at[-size.width])
      return across * across + down * down
    }
  }

  /// The mean square of second differences along both sides, per cell: 36 times the variance of
  /// noise.
  private func roughness(of samples: [Float], _ size: (width: Int, height: Int)) -> [Float] {
    func bend(_ at: UnsafePointer<Float>) -> Float { at[-1] - 2 * at[0] + at[1] }
    return means(of: samples, size, beyond: 1) { at in
      let rough = bend(at - size.width) - 2 * bend(at) + bend(at + size.width)
      return rough * rough
    }
  }

  /// The mean over each cell of a value per sample; 0 in the first row and column, and in the last
  /// `beyond` rows and columns.
  @inline(__always)
  private func means(
    of samples: [Float], _ size: (width: Int, height: Int), beyond: Int,
    _ find: (UnsafePointer<Float>) -> Float
  ) -> [Float] {
    var means = [Float](repeating: 0, count: width * height)
    samples.withUnsafeBufferPointer { samples in
      means.withUnsafeMutableBufferPointer { means in
        for y in 1..<max(size.height - beyond, 1) {
          let (row, cells) = (samples.baseAddress! + y * size.width, y / Self.cell * width)
          for x in 1..<max(size.width - beyond, 1) { means[cells + x / Self.cell] += find(row + x) }
        }
        for y in 0..<height {
          let rows = min(size.height - y * Self.cell, Self.cell)
          for x in 0..<width {
            means[y * width + x] /= Float(rows * min(size.width - x * Self.cell, Self.cell))
          }
        }
      }
    }
    return means
  }

  /// The samples blurred by 1, 4, 6, 4, 1 along both sides, a standard deviation of 1.
  private func softened(_ samples: [Float], _ size: (width: Int, height: Int)) -> [Float] {
    let (width, height) = size
    var along = samples
    var result = samples
    samples.withUnsafeBufferPointer { samples in
      along.withUnsafeMutableBufferPointer { along in
        for y in 0..<height {
          let row = y * width
          for x in 0..<width {
            let (left, right) = (max(x - 1, 0), min(x + 1, width - 1))
            let (outerLeft, outerRight) = (max(x - 2, 0), min(x + 2, width - 1))
            let outer = samples[row + outerLeft] + samples[row + outerRight]
            let inner = samples[row + left] + samples[row + right]
            along[row + x] = (outer + 4 * inner + 6 * samples[row + x]) / 16
          }
        }
      }
    }
    along.withUnsafeBufferPointer { along in
      result.withUnsafeMutableBufferPointer { result in
        for y in 0..<height {
          let (above, below) = (max(y - 1, 0) * width, min(y + 1, height - 1) * width)
          let (top, bottom) = (max(y - 2, 0) * width, min(y + 2, height - 1) * width)
          let row = y * width
          for x in 0..<width {
            let outer = along[top + x] + along[bottom + x]
            let inner = along[above + x] + along[below + x]
            result[row + x] = (outer + 4 * inner + 6 * along[row + x]) / 16
          }
        }
      }
    }
    return result
  }
}

extension SplashPlane {
  /// The samples in rows, without padding.
  fileprivate var codes: [Float] {
    (0..<Int(height)).flatMap { y in
      UnsafeBufferPointer(start: data + y * stride, count: Int(width)).map { Float($0) }
    }
  }
}
