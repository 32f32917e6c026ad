package import CSplashKernels

/// What makes whole objects of masks: cells and room to look for holes and islands in them, and the
/// amendments of the last picture, from which those of the next move away as slowly as a steady
/// mask does.
package struct TidyMask {
  private let masks, guides: HalvedPlanes
  private let amendments, result: MaskPlane
  private let room: Room
  /// Made when they are needed first.
  private var regions: Regions?
  private var steady: SteadyMask

  /// Runs, rows and bits, of which memory is taken as far as it is used.
  private final class Room {
    let runs: UnsafeMutablePointer<SplashRun>
    let rows: UnsafeMutablePointer<Int32>
    let bits: UnsafeMutablePointer<UInt64>

    init(width: Int, height: Int) {
      runs = .allocate(capacity: width * height)
      rows = .allocate(capacity: height + 1)
      bits = .allocate(capacity: 2 * height * ((width + 63) / 64))
    }

    deinit {
      runs.deallocate()
      rows.deallocate()
      bits.deallocate()
    }
  }

  /// Room for the regions of a picture's cells.
  private final class Regions {
    let decided: MaskPlane
    let chroma: UnsafeMutablePointer<Float>
    let differences: UnsafeMutablePointer<UInt16>
    let edges: UnsafeMutablePointer<Int32>
    let row: UnsafeMutablePointer<Float>
    let luma = UnsafeMutablePointer<SplashPlane>.allocate(capacity: 1)
    let wholes = UnsafeMutablePointer<SplashWholes>.allocate(capacity: 1)

    /// - Parameters:
    ///   - width, height: in cells.
    ///   - columns: of the chroma, in samples.
    init(width: Int, height: Int, columns: Int) {
      decided = MaskPlane(width: width, height: height)
      chroma = .allocate(capacity: 2 * width * height)
      differences = .allocate(capacity: 2 * width * height)
      edges = .allocate(capacity: 2 * width * height)
      row = .allocate(capacity: 2 * columns + (1 << HalvedPlanes.most))
    }

    deinit {
      chroma.deallocate()
      differences.deallocate()
      edges.deallocate()
      row.deallocate()
      luma.deallocate()
      wholes.deallocate()
    }
  }

  package init(width: Int, height: Int) {
    masks = HalvedPlanes(width: width, height: height)
    guides = HalvedPlanes(width: width, height: height)
    let (columns, rows) = masks.size
    amendments = MaskPlane(width: columns, height: rows)
    result = MaskPlane(width: width, height: height)
    room = Room(width: columns, height: rows)
    steady = SteadyMask(width: columns, height: rows)
  }

  /// Where the tidied mask goes.
  var mask: MaskPlane { result }

  /// The work on the next mask.
  ///
  /// - Parameters:
  ///   - guide: luma of the picture, read where `stability` or `whole` is above 0.
  ///   - depth: bits of the picture's samples.
  ///   - whole: how far regions are decided as wholes, 0…1.
  ///   - fill, clean: area in per cent of the picture.
  ///   - leavesNoResidue: nothing is left far from what is kept.
  ///   - gains: of the gate.
  package mutating func work(
    guide: SplashPlane, depth: Int, stability: Double, whole: Double, fill: Double, clean: Double,
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
    let wholes = whole > 0 ? wholes(whole, luma: step.guide, depth: depth) : nil
    return SplashTidyWork(
      areas: SplashAreas(
        fill: Int32(fill / 100 * cells), clean: Int32(clean / 100 * cells), runs: room.runs,
        rows: room.rows, bits: room.bits, wholes: wholes.map { UnsafePointer($0) },
        residue: leavesNoResidue),
      halvings: Int32(masks.count), masks: masks.planes, guides: guides.planes,
      steadies: stability > 0, steadying: steadying, step: step, result: result.plane)
  }

  /// At 1 a region is kept from a mean of 0.4 on and goes below 0.3, at 0 all stay.
  private mutating func wholes(
    _ whole: Double, luma: SplashPlane, depth: Int
  ) -> UnsafeMutablePointer<SplashWholes> {
    let (width, height) = masks.size
    let room =
      regions
      ?? Regions(width: width, height: height, columns: Int(result.plane.width))
    regions = room
    room.luma.initialize(to: luma)
    room.wholes.initialize(
      to: SplashWholes(
        kept_from: Int32((255 - 0.6 * 255 * whole).rounded()),
        gone_below: Int32((0.3 * 255 * whole).rounded()), cells: room.decided.plane,
        luma: room.luma, chroma: (room.chroma, room.chroma + width * height),
        chroma_share: 1 / Float(1 << (depth - 8)), differences: room.differences,
        edges: room.edges, room: room.row, last: nil))
    return room.wholes
  }

  /// The work was done.
  mutating func advance() { steady.advance() }

  mutating func forget() { steady.forget() }
}
