internal import SplashCore
internal import SplashLook
internal import SplashSubjects
internal import Synchronization

/// Carries what networks found in a picture to those after it, by the motion between them.
///
/// It follows the samples of each picture that a network may look at from there on. Another shot
/// ends that: what was found before it stays where it was found.
// What changes is guarded by the two locks.
final class MaskCarrier: @unchecked Sendable {
  private let lock = Mutex(())
  private var shot: ShotFlow
  private var last: (luma: LumaPyramid, number: Int, time: Double)?
  /// To the pictures that were, are or will be looked at, from the last one.
  private var ways: [Int: SampleWay] = [:]
  /// Where the samples of the last picture lie in the one before, of the same shot.
  private var flow: DenseFlow?
  /// What was found last, and in which picture.
  private var found: [Selection: GuidedMask] = [:]
  private var base = 0
  private let shown = Mutex<[Selection: GuidedMask]>([:])

  init(_ instructionSet: InstructionSet) { shot = ShotFlow(instructionSet) }

  /// What was found last, where it is in the next picture.
  var masks: [Selection: GuidedMask] { shown.withLock { $0 } }

  /// Takes what was found in a picture.
  func take(_ found: [Selection: GuidedMask], in number: Int) {
    lock.withLock { _ in
      guard number >= base else { return }
      (self.found, base) = (found, number)
      ways = ways.filter { $0.key >= number }
      show()
    }
  }

  /// Goes on to a picture in which something may be found.
  func follow(_ frame: borrowing Frame, number: Int, at time: Double) {
    lock.withLock { _ in
      guard number > last?.number ?? 0 else { return }
      step(to: frame, number: number, at: time)
      show()
    }
  }

  /// Begins anew with a picture, and what was found in it.
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

  /// No network will look at that picture.
  func forget(_ number: Int) { lock.withLock { _ in ways[number] = nil } }

  /// Carries what was found to the picture after the last: what moved goes on as it did.
  private func show() {
    var carried = found
    if let flow, let way = ways[base] {
      let next = way.next(flow.x, flow.y)
      carried = found.mapValues { $0.carried(by: next) }
    }
    shown.withLock { $0 = carried }
  }

  /// Follows all ways into the next picture.
  private func step(to frame: borrowing Frame, number: Int, at time: Double) {
    let (luma, moved) = shot.next(frame, at: time, after: last.map { ($0.luma, $0.time) })
    ways = moved.map { moved in ways.mapValues { $0.next(moved.x, moved.y) } } ?? [:]
    flow = moved
    ways[number] = SampleWay(width: luma.width, height: luma.height)
    last = (luma, number, time)
  }
}
