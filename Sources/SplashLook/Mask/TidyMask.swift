package import CSplashKernels

/// What makes whole objects of masks: room to look for holes and islands, and the amendments of the
/// last picture, from which those of the next move away as slowly as a steady mask does.
package struct TidyMask {
  private let amendments, result: MaskPlane
  private let room: Room
  private var steady: SteadyMask

  /// Runs and rows, of which memory is taken as far as it is used.
  private final class Room {
    let runs: UnsafeMutablePointer<SplashRun>
    let rows: UnsafeMutablePointer<Int32>

    init(width: Int, height: Int) {
      runs = .allocate(capacity: width * height)
      rows = .allocate(capacity: height + 1)
    }

    deinit {
      runs.deallocate()
      rows.deallocate()
    }
  }

  package init(width: Int, height: Int) {
    amendments = MaskPlane(width: width, height: height)
    result = MaskPlane(width: width, height: height)
    room = Room(width: width, height: height)
    steady = SteadyMask(width: width, height: height)
  }

  /// Where the tidied mask goes.
  var mask: MaskPlane { result }

  /// The work on the next mask.
  ///
  /// - Parameters:
  ///   - guide: luma of the picture, read where `stability` is above 0.
  ///   - fill, clean: area in per cent of the picture.
  ///   - gains: of the gate.
  package func work(
    guide: SplashPlane, stability: Double, fill: Double, clean: Double, gains: Gains = Gains()
  ) -> SplashTidyWork {
    var step = steady.step(to: amendments)
    step.guide = guide
    // A hole that closes differs in one direction as well.
    var steadying = steady.steadying(stability: stability, gains: gains)
    steadying.mask_floor = 255
    let samples = Double(amendments.plane.width) * Double(amendments.plane.height)
    return SplashTidyWork(
      areas: SplashAreas(
        fill: Int32(fill / 100 * samples), clean: Int32(clean / 100 * samples), runs: room.runs,
        rows: room.rows),
      steadies: stability > 0, steadying: steadying, step: step, result: result.plane)
  }

  /// The work was done.
  mutating func advance() { steady.advance() }

  mutating func forget() { steady.forget() }
}
