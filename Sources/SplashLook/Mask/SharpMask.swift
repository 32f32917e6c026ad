internal import CSplashKernels
internal import SplashBase

/// What is in focus: edges and textures that are as fine as pictures show them, and what lies
/// between them.
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

/// How sharp a plane is, in cells of 4 × 4 samples.
///
/// A blur that is known takes much of the energy of sharp edges and little of blurred ones: of an edge
/// with a standard deviation of s, blurred by one of 1, s / √(s² + 1) of the squared differences are
/// left (after Zhuo and Sim, "Defocus map estimation from a single image", Pattern Recognition 44,
/// 2011, who compare them at edges alone). That is measured in windows of 5 × 5 cells, and a cell is
/// as sharp as the least of the windows around it, so that sharp edges do not spread. Cells without
/// edges take what is around them, from ever farther away.
///
/// How much noise there is, second differences along both sides tell, of which edges and slopes leave
/// little (Immerkær, "Fast noise variance estimation", Computer Vision and Image Understanding 64,
/// 1996), where they are small. A place that does not stand out from that is not sharp; one that does
/// is as sharp as it is, by a threshold that chance does not reach in any of the windows (Donoho and
/// Johnstone, "Ideal spatial adaptation by wavelet shrinkage", Biometrika 81, 1994).
struct Sharpness {
  let width, height: Int
  /// 0…1, in rows.
  private(set) var shares: [Float] = []

  /// Of the energy, what is left where a place is sharp and where it is blurred.
  private static let (sharp, blurred): (Float, Float) = (0.5, 0.8)
  /// The variance in codes that a picture full of texture is taken to have at most, and the energy at
  /// which a place counts by a quarter.
  private static let (texture, faint): (Float, Float) = (9, 2)
  /// Of the energy of noise: what chance does not make of it, and what is sharp in full.
  private static let (chance, certain): (Float, Float) = (1.3, 1.5)
  /// The tenth part of the windows of noise alone has less than this of its variance.
  private static let tenth: Float = 0.82
  /// How much what is around a place counts at least, and the weight of a window that counts by half.
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
    // The twentieth part of the cells that has the least shows what noise has everywhere.
    let quiet = before.sorted()[before.count / 20] / 4
    let grain = window(roughness(of: luma, size)).sorted()[before.count / 10] / (36 * Self.tenth)
    let noise = max(grain, min(quiet, Self.texture))
    // Of noise with a variance of 1 the squared differences are 4, and 0.06 after the blur.
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
      // Where there is next to nothing, nothing can be told of what is around it.
      before[index] = 1 - weight / (weight + Self.half) * (1 - share)
    }
    shares = filled(zip(least(before), own).map { min($0, $1) }, near.map(weight))
  }

  /// The least of the windows around each cell.
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

  /// The mean over places that have edges, from far to near.
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

  /// The mean of the squared differences of samples from those to the left and above, of each cell.
  private func energy(of samples: [Float], _ size: (width: Int, height: Int)) -> [Float] {
    means(of: samples, size, beyond: 0) { at in
      let (across, down) = (at[0] - at[-1], at[0] - at[-size.width])
      return across * across + down * down
    }
  }

  /// The mean square of the second differences along both sides, of each cell: 36 times the variance
  /// of noise.
  private func roughness(of samples: [Float], _ size: (width: Int, height: Int)) -> [Float] {
    func bend(_ at: UnsafePointer<Float>) -> Float { at[-1] - 2 * at[0] + at[1] }
    return means(of: samples, size, beyond: 1) { at in
      let rough = bend(at - size.width) - 2 * bend(at) + bend(at + size.width)
      return rough * rough
    }
  }

  /// The means over cells of what is found at samples: nothing at those of the first row and column,
  /// and at `beyond` rows and columns at the other ends.
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

  /// Samples blurred by 1, 4, 6, 4, 1 along both sides, whose standard deviation is 1.
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
  /// The samples, in rows without padding.
  fileprivate var codes: [Float] {
    (0..<Int(height)).flatMap { y in
      UnsafeBufferPointer(start: data + y * stride, count: Int(width)).map { Float($0) }
    }
  }
}
