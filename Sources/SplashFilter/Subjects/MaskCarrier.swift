internal import SplashSubjects
internal import Synchronization

/// Carries the masks of a frame on to later ones by the motion between them.
///
/// It tracks the samples of each frame on which a network may run. At a cut tracking ends: older
/// masks stay where they were found.
// Two locks guard all variables.
final class MaskCarrier: @unchecked Sendable {
  private let lock = Mutex(())
  private var shot: ShotFlow
  private var last: (luma: LumaPyramid, number: Int, time: Double)?
  /// Motion paths from the last frame to those on which networks ran or may run.
  private var ways: [Int: SampleWay] = [:]
  /// Where each sample of the last frame lies in the one before; nil at a cut.
  private var flow: DenseFlow?
  /// The masks found last, and the number of their frame.
  private var found: [Selection: GuidedMask] = [:]
  private var base = 0
  private let shown = Mutex<[Selection: GuidedMask]>([:])

  init(_ instructionSet: InstructionSet) { shot = ShotFlow(instructionSet) }

  /// The masks found last, moved to where they should be in the next frame.
  var masks: [Selection: GuidedMask] { shown.withLock { $0 } }

  /// Takes the masks found in a frame.
  func take(_ found: [Selection: GuidedMask], in number: Int) {
    lock.withLock { _ in
      guard number >= base else { return }
      (self.found, base) = (found, number)
      ways = ways.filter { $0.key >= number }
      show()
    }
  }

  /// Tracks motion to a frame on which networks may run.
  func follow(_ frame: borrowing Frame, number: Int, at time: Double) {
    lock.withLock { _ in
      guard number > last?.number ?? 0 else { return }
      step(to: frame, number: number, at: time)
      show()
    }
  }

  /// Starts again with a frame and the masks found in it.
  func begin(
    with frame: borrowing Frame, _ found: [Selection: GuidedMask], number: Int, at time: Double
  ) {
    lock.withLock { _ in
      last = nil
      step(to: frame, number: number, at: time)
      (self.found, base) = (found, number)
      show()
    }
  }

  /// Called if no network will run on that frame.
  func forget(_ number: Int) { lock.withLock { _ in ways[number] = nil } }

  /// Moves the masks to the next frame, assuming that motion goes on as before.
  private func show() {
    var carried = found
    if let flow, let way = ways[base] {
      let next = way.next(flow.x, flow.y)
      carried = found.mapValues { $0.carried(by: next) }
    }
    shown.withLock { $0 = carried }
  }

  /// Extends all motion paths to the next frame.
  private func step(to frame: borrowing Frame, number: Int, at time: Double) {
    let (luma, moved) = shot.next(frame, at: time, after: last.map { ($0.luma, $0.time) })
    ways = moved.map { moved in ways.mapValues { $0.next(moved.x, moved.y) } } ?? [:]
    flow = moved
    ways[number] = SampleWay(width: luma.width, height: luma.height)
    last = (luma, number, time)
  }
}
