package import CSplashKernels

/// What makes whole objects of masks: cells and room to look for holes and islands in them, and the
/// amendments of the last picture, from which those of the next move away as slowly as a steady
/// mask does.
package struct TidyMask {
  private let masks, guides: HalvedPlanes
  private let amendments, decided, result: MaskPlane
  private let room: Room
  private var steady: SteadyMask

  /// Runs, rows and bits, of which memory is taken as far as it is used.
  private final class Room {
    let runs: UnsafeMutablePointer<SplashRun>
    let rows: UnsafeMutablePointer<Int32>
    let bits: UnsafeMutablePointer<UInt64>
    let wholes = UnsafeMutablePointer<SplashWholes>.allocate(capacity: 1)

    init(width: Int, height: Int) {
      runs = .allocate(capacity: width * height)
      rows = .allocate(capacity: height + 1)
      bits = .allocate(capacity: 2 * height * ((width + 63) / 64))
    }

    deinit {
      runs.deallocate()
      rows.deallocate()
      bits.deallocate()
      wholes.deallocate()
    }
  }

  package init(width: Int, height: Int) {
    masks = HalvedPlanes(width: width, height: height)
    guides = HalvedPlanes(width: width, height: height)
    let (columns, rows) = masks.size
    amendments = MaskPlane(width: columns, height: rows)
    decided = MaskPlane(width: columns, height: rows)
    result = MaskPlane(width: width, height: height)
    room = Room(width: columns, height: rows)
    steady = SteadyMask(width: columns, height: rows)
  }

  /// Where the tidied mask goes.
  var mask: MaskPlane { result }

  /// The work on the next mask.
  ///
  /// - Parameters:
  ///   - guide: luma of the picture, read where `stability` is above 0.
  ///   - whole: how far parts are decided as wholes, 0…1.
  ///   - fill, clean: area in per cent of the picture.
  ///   - leavesNoResidue: nothing is left far from what is kept.
  ///   - gains: of the gate.
  package func work(
    guide: SplashPlane, stability: Double, whole: Double, fill: Double, clean: Double,
    gains: Gains = Gains(),
    leavesNoResidue: Bool = false
  ) -> SplashTidyWork {
    var step = steady.step(to: amendments)
    step.guide = guides.last ?? guide
    // A hole that closes differs in one direction as well.
    var steadying = steady.steadying(stability: stability, gains: gains)
    steadying.mask_floor = 255
    // Cells are means of many samples: their luma trembles less.
    if masks.count > 0 { steadying.guide_floor /= 2 }
    let cells = Double(masks.size.width * masks.size.height)
    // At 1 a part is kept or goes by whether its mean is above one half.
    room.wholes.initialize(
      to: SplashWholes(
        kept_from: Int32((255 - 127.5 * whole).rounded()),
        gone_below: Int32((127.5 * whole).rounded()), cells: decided.plane, guide: nil, last: nil))
    return SplashTidyWork(
      areas: SplashAreas(
        fill: Int32(fill / 100 * cells), clean: Int32(clean / 100 * cells), runs: room.runs,
        rows: room.rows, bits: room.bits, wholes: whole > 0 ? UnsafePointer(room.wholes) : nil,
        residue: leavesNoResidue),
      halvings: Int32(masks.count), masks: masks.planes, guides: guides.planes,
      steadies: stability > 0, steadying: steadying, step: step, result: result.plane)
  }

  /// The work was done.
  mutating func advance() { steady.advance() }

  mutating func forget() { steady.forget() }
}
