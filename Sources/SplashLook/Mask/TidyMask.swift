package import CSplashKernels

/// Closes holes, removes islands and decides whole regions in masks: memory for cells, and the
/// amendments of the last frame, from which those of the next differ as slowly as a steadied mask
/// does.
package struct TidyMask {
  private let masks, guides: HalvedPlanes
  private let amendments, result: MaskPlane
  private let room: Room
  /// Made on first use.
  private var regions: Regions?
  private var steady: SteadyMask

  /// Memory for runs, rows and bits; the system provides its pages as they are written.
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

  /// Memory for regions of a frame's cells.
  private final class Regions {
    let decided: MaskPlane
    let chroma: UnsafeMutablePointer<Float>
    let means: UnsafeMutablePointer<SplashCell>
    let raised: MaskPlane
    let differences: UnsafeMutablePointer<UInt16>
    let edges: UnsafeMutablePointer<Int32>
    let row: UnsafeMutablePointer<Float>
    let luma = UnsafeMutablePointer<SplashPlane>.allocate(capacity: 1)
    let wholes = UnsafeMutablePointer<SplashWholes>.allocate(capacity: 1)

    /// - Parameters:
    ///   - width, height: in cells.
    ///   - mask: the mask's plane, for its size.
    init(width: Int, height: Int, of mask: SplashPlane) {
      decided = MaskPlane(width: width, height: height)
      chroma = .allocate(capacity: 2 * width * height)
      means = .allocate(capacity: width * height)
      // No frame has such luma, so that the means begin with the first one.
      means.initialize(
        repeating: SplashCell(luma: -255, cb: 0, cr: 0, mask: 0, is_still: false, is_raised: false),
        count: width * height)
      differences = .allocate(capacity: 2 * width * height)
      edges = .allocate(capacity: 2 * width * height)
      raised = MaskPlane(width: Int(mask.width), height: Int(mask.height))
      row = .allocate(capacity: 2 * Int(mask.width) + (1 << HalvedPlanes.most))
    }

    deinit {
      chroma.deallocate()
      means.deallocate()
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

  /// The plane for the tidied mask.
  var mask: MaskPlane { result }

  /// The work for the next mask.
  ///
  /// - Parameters:
  ///   - guide: luma of the frame, read if `stability` or `whole` is above 0.
  ///   - depth: bits per sample of the frame.
  ///   - whole: how strongly regions are decided as wholes, 0…1.
  ///   - fill, clean: areas of holes and islands, in per cent of the frame.
  ///   - leavesNoResidue: whether faint residue far from the selection is removed.
  ///   - inverts: whether the mask is inverted, so that regions are decided by what it leaves out.
  ///   - gains: of the white balance.
  package mutating func work(
    guide: SplashPlane, depth: Int, stability: Double, whole: Double, fill: Double, clean: Double,
    inverts: Bool = false, gains: Gains = Gains(),
    leavesNoResidue: Bool = false
  ) -> SplashTidyWork {
    var step = steady.step(to: amendments)
    step.guide = guides.last ?? guide
    // A closing hole changes in one direction too, so the change itself is no evidence.
    var steadying = steady.steadying(stability: stability, gains: gains)
    steadying.mask_floor = 255
    // Cells are means of many samples, so their luma is less noisy.
    if masks.count > 0 { steadying.guide_floor /= 2 }
    let cells = Double(masks.size.width * masks.size.height)
    if whole <= 0 { regions = nil }
    let wholes =
      whole > 0 ? wholes(whole, luma: step.guide, depth: depth, inverts: inverts) : nil
    return SplashTidyWork(
      areas: SplashAreas(
        fill: Int32(fill / 100 * cells), clean: Int32(clean / 100 * cells), runs: room.runs,
        rows: room.rows, bits: room.bits, wholes: wholes.map { UnsafePointer($0) },
        residue: leavesNoResidue),
      halvings: Int32(masks.count), masks: masks.planes, guides: guides.planes,
      steadies: stability > 0, steadying: steadying, step: step, result: result.plane)
  }

  /// At 1 a region is kept from a mean of 0.4 and removed below 0.2, and between goes with what
  /// touches it; at 0 all stay.
  private mutating func wholes(
    _ whole: Double, luma: SplashPlane, depth: Int, inverts: Bool
  ) -> UnsafeMutablePointer<SplashWholes> {
    let (width, height) = masks.size
    let room =
      regions
      ?? Regions(width: width, height: height, of: result.plane)
    regions = room
    room.luma.initialize(to: luma)
    room.wholes.initialize(
      to: SplashWholes(
        kept_from: Int32((255 - 0.6 * 255 * whole).rounded()),
        gone_below: Int32((0.2 * 255 * whole).rounded()), cells: room.decided.plane,
        luma: room.luma, chroma: (room.chroma, room.chroma + width * height),
        chroma_share: 1 / Float(1 << (depth - 8)), log2_size: UInt8(masks.count),
        means: room.means, raised: room.raised.plane,
        differences: room.differences, edges: room.edges, room: room.row, last: nil,
        inverts: inverts))
    return room.wholes
  }

  /// Called when the work is done.
  mutating func advance() { steady.advance() }

  mutating func forget() { steady.forget() }
}
