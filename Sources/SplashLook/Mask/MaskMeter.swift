package import CSplashKernels

/// Measures masks of a video: the selected share of the frame and, if no other code keeps the last
/// mask, the flicker.
///
/// It reads all of the first mask, and a comb of rows of the others. The comb moves every two
/// frames: the second frame has the same rows as the first, for comparison. Drawing these rows
/// costs a few per cent of a pass over the frame.
package struct MaskMeter {
  /// Samples that changed by more than a quarter from one frame to the next, and all samples that
  /// were compared.
  package private(set) var changes: (changed: Int64, samples: Int64) = (0, 0)
  private var pictures = 0
  private var sum = 0.0
  private var (before, next): (MaskPlane?, MaskPlane?)
  /// The selected share of the last frame, by the rows that were read.
  package private(set) var last: Double?
  /// Whether to find the center of the selection, which reads more rows.
  package var findsMiddle = false
  /// The center of the selection in the last frame; nil unless `findsMiddle` and enough is
  /// selected.
  package private(set) var middle: (x: Double, y: Double)?
  private var finder = MiddleFinder()

  package init() {}

  /// Mean selected share of the frames, 0…1; nil before the first frame.
  package var kept: Double? { pictures > 0 ? sum / Double(pictures) : nil }

  /// Measures a finished mask.
  package mutating func add(_ mask: SplashPlane) {
    before = nil
    count(mask, rows: comb(of: mask, every: 8))
  }

  /// Draws the rows that it needs of a mask that is not drawn otherwise, and measures them.
  package mutating func add(
    _ source: SplashPicture, _ key: SplashKey, _ kernels: SplashDSP, width: Int, height: Int
  ) {
    let drawn =
      next.flatMap { $0.fits(width: width, height: height) ? $0 : nil }
      ?? MaskPlane(width: width, height: height)
    let rows = comb(of: drawn.plane, every: 64)
    var picture = source
    (picture.mask, picture.mask_stride) = (drawn.plane.data, drawn.plane.stride)
    withUnsafePointer(to: key) { key in
      for row in rows { kernels.mask(key, &picture, Int32(row), Int32(row + 1)) }
    }
    if let before, before.fits(width: width, height: height), pictures % 2 == 1 {
      compare(drawn.plane, before.plane, rows: rows)
    }
    count(drawn.plane, rows: rows)
    (before, next) = (drawn, before)
  }

  private func comb(of plane: SplashPlane, every most: Int) -> StrideTo<Int> {
    let height = Int(plane.height)
    if pictures == 0 { return stride(from: 0, to: height, by: 1) }
    if findsMiddle { return stride(from: 0, to: height, by: max(1, min(4, height / 8))) }
    let step = max(1, min(most, height / 8))
    return stride(from: pictures / 2 * 13 % step, to: height, by: step)
  }

  private mutating func count(_ plane: SplashPlane, rows: StrideTo<Int>) {
    var (total, samples) = (0, 0)
    for row in rows {
      let line = plane.row(row)
      var rowSum = 0
      for sample in line { rowSum &+= Int(sample) }
      total += rowSum
      samples += line.count
    }
    let share = Double(total) / Double(255 * max(1, samples))
    last = share
    sum += share
    pictures += 1
    middle = findsMiddle ? finder.middle(of: plane, rows: rows).map { ($0.x, $0.y) } : nil
  }

  private mutating func compare(_ plane: SplashPlane, _ before: SplashPlane, rows: StrideTo<Int>) {
    for row in rows {
      let (new, old) = (plane.row(row), before.row(row))
      var changed = 0
      for x in 0..<new.count where abs(Int(new[x]) - Int(old[x])) > 63 { changed &+= 1 }
      changes.changed += Int64(changed)
      changes.samples += Int64(new.count)
    }
  }
}

extension SplashPlane {
  func row(_ y: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: data + y * stride, count: Int(width))
  }
}
