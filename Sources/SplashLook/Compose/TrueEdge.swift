internal import CSplashKernels

/// Estimates the share of an object in samples around the edge of a hue mask. Such a mask is full
/// where a fifth of the background shows through, and empty where a third of the object is left.
///
/// Samples within `reach` of the edge are unknown; those beyond are object or background. The share
/// of an unknown sample is the place of its color on the line between the mean colors of both
/// nearby (after Ruzon and Tomasi, "Alpha estimation in natural images", CVPR 2000). For colors far
/// from that line the mask is kept.
final class TrueEdge {
  private var planes: Planes?

  private struct Planes {
    let core, hull, alpha: MaskPlane
  }

  /// Reach from the edge, and side of a cell, in mask samples.
  private static let (reach, cell) = (6, 8)
  /// Cells to each side that are averaged.
  private static let around = 2
  /// Mask codes that count as object from here up, and as background from here down.
  private static let (whole, nothing): (UInt8, UInt8) = (230, 25)
  /// Least squared distance, in codes, of two colors that can be told apart; how far off the line a
  /// mixture may be, as a share of that; and the squared noise allowed besides.
  private static let (apart, off, noise): (Float, Float, Float) = (576, 0.04, 36)

  /// The shares of the object, 0…255, in the mask's size; valid until the next call.
  ///
  /// - Parameters:
  ///   - picture: planar.
  ///   - side: whose colors are wanted; visible samples of that side get a share above 0.
  func draw(
    _ mask: SplashPlane, of picture: SplashPicture, on side: LookSide, _ kernels: SplashDSP
  ) -> SplashPlane {
    guard let colors = EdgeColors(picture) else { return mask }
    let (width, height) = (Int(mask.width), Int(mask.height))
    func plane() -> MaskPlane { MaskPlane(width: width, height: height) }
    let planes =
      planes.flatMap { $0.alpha.fits(width: width, height: height) ? $0 : nil }
      ?? Planes(core: plane(), hull: plane(), alpha: plane())
    self.planes = planes
    var (mask, core, hull) = (mask, planes.core.plane, planes.hull.plane)
    _ = kernels.grow(&mask, &core, Int32(-16 * Self.reach), 0, mask.height)
    _ = kernels.grow(&mask, &hull, Int32(16 * Self.reach), 0, mask.height)
    let alpha = planes.alpha.plane
    for y in 0..<height {
      (alpha.data + y * alpha.stride).update(from: mask.data + y * mask.stride, count: width)
    }
    let cells = Cells(columns: width, rows: height)
    let unknown = cells.those { x, y in
      core.data[y * core.stride + x] < Self.whole && hull.data[y * hull.stride + x] > Self.nothing
    }
    guard unknown.contains(true) else { return alpha }
    var near = [SIMD4<Float>](repeating: .zero, count: unknown.count)
    var far = near
    var counts = unknown
    for index in unknown.indices where unknown[index] {
      for (cell, _) in cells.around(index) { counts[cell] = true }
    }
    for index in counts.indices where counts[index] {
      cells.forEach(in: index) { x, y in
        if core.data[y * core.stride + x] >= Self.whole {
          near[index] += colors.color(x, y)
        } else if hull.data[y * hull.stride + x] <= Self.nothing {
          far[index] += colors.color(x, y)
        }
      }
    }
    for index in unknown.indices where unknown[index] {
      let around = cells.around(index)
      let thing = around.reduce(SIMD4<Float>.zero) { $0 + near[$1.cell] * $1.weight }
      let behind = around.reduce(SIMD4<Float>.zero) { $0 + far[$1.cell] * $1.weight }
      guard thing.w > 1, behind.w > 1 else { continue }
      let (from, way) = (behind / behind.w, thing / thing.w - behind / behind.w)
      let length = (way * way).sum()
      guard length > Self.apart else { continue }
      cells.forEach(in: index) { x, y in
        guard core.data[y * core.stride + x] < Self.whole,
          hull.data[y * hull.stride + x] > Self.nothing
        else { return }
        let place = colors.color(x, y) - from
        let share = (place * way).sum() / length
        let rest = place - way * share
        guard (rest * rest).sum() <= Self.off * length + Self.noise else { return }
        let drawn = mask.data[y * mask.stride + x]
        alpha.data[y * alpha.stride + x] = Self.code(share, drawn: drawn, on: side)
      }
    }
    return alpha
  }

  /// A share as a code: nearly 0 and nearly 1 are rounded to the ends, but a visible sample of the
  /// side gets more than nothing.
  private static func code(_ share: Float, drawn: UInt8, on side: LookSide) -> UInt8 {
    let fromEnd = min(share, 1 - share)
    let certain = min(max(min(fromEnd, (fromEnd - 0.05) * 1.2), 0), 1)
    let code = UInt8((share < 0.5 ? certain : 1 - certain) * 255 + 0.5)
    return switch side {
    case .kept: drawn > 0 ? max(code, 3) : code
    case .rest: drawn < 255 ? min(code, 252) : code
    }
  }

  /// The unknown band in square cells.
  private struct Cells {
    /// Size in samples.
    let width, height: Int
    /// Size in cells.
    let columns, rows: Int

    init(columns width: Int, rows height: Int) {
      (self.width, self.height) = (width, height)
      columns = (width + TrueEdge.cell - 1) / TrueEdge.cell
      rows = (height + TrueEdge.cell - 1) / TrueEdge.cell
    }

    @inline(__always)
    func forEach(in index: Int, _ body: (_ x: Int, _ y: Int) -> Void) {
      let (left, top) = (index % columns * TrueEdge.cell, index / columns * TrueEdge.cell)
      for y in top..<min(top + TrueEdge.cell, height) {
        for x in left..<min(left + TrueEdge.cell, width) { body(x, y) }
      }
    }

    /// For each cell, whether it has a sample for which the closure returns true.
    @inline(__always)
    func those(_ isThat: (_ x: Int, _ y: Int) -> Bool) -> [Bool] {
      (0..<columns * rows).map { index in
        var found = false
        forEach(in: index) { if isThat($0, $1) { found = true } }
        return found
      }
    }

    /// A cell and its neighbors, with weights.
    func around(_ index: Int) -> [(cell: Int, weight: Float)] {
      let (x, y, reach) = (index % columns, index / columns, TrueEdge.around)
      var cells: [(cell: Int, weight: Float)] = []
      for row in max(y - reach, 0)...min(y + reach, rows - 1) {
        for column in max(x - reach, 0)...min(x + reach, columns - 1) {
          let distance = (row - y) * (row - y) + (column - x) * (column - x)
          cells.append((row * columns + column, 1 / Float(1 + distance)))
        }
      }
      return cells
    }
  }
}

/// The colors of a frame at the mask's samples.
private struct EdgeColors {
  private let luma, cb, cr: SplashChannel
  private let log2Width, log2Height: Int
  /// Factor from codes to 8-bit codes.
  private let unit: Float

  /// - Returns: nil for frames without color.
  init?(_ picture: SplashPicture) {
    let channels = picture.channels
    guard channels.count == 3 else { return nil }
    (luma, cb, cr) = (channels[0].channel, channels[1].channel, channels[2].channel)
    log2Width = Int(picture.format.log2_width)
    log2Height = Int(picture.format.log2_height)
    unit = 1 / Float(1 << (Int(luma.depth) - 8))
  }

  /// Luma, averaged over the samples that the mask sample covers, Cb and Cr in 8-bit codes; and 1,
  /// to count samples.
  @inline(__always)
  func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let (left, top) = (x << log2Width, y << log2Height)
    let right = min(left + (1 << log2Width), Int(luma.width)) - 1
    let bottom = min(top + (1 << log2Height), Int(luma.height)) - 1
    let upper = code(luma, left, top) + code(luma, right, top)
    let lower = code(luma, left, bottom) + code(luma, right, bottom)
    return SIMD4((upper + lower) / 4 * unit, code(cb, x, y) * unit, code(cr, x, y) * unit, 1)
  }

  @inline(__always)
  private func code(_ channel: SplashChannel, _ x: Int, _ y: Int) -> Float {
    let row = UnsafeRawPointer(channel.from + y * channel.from_stride)
    let place = x * Int(channel.step)
    guard channel.depth > 8 else { return Float(row.load(fromByteOffset: place, as: UInt8.self)) }
    return Float(row.load(fromByteOffset: 2 * place, as: UInt16.self) >> UInt16(channel.shift))
  }
}
