internal import SplashSubjects
internal import Synchronization

/// The masks that networks found in some of the held frames, and the motion between all of these:
/// each frame gets the masks of the nearest frame on which networks ran, before or after it.
///
/// One thread tracks motion, one adds masks, and one requests them.
// The lock guards all variables, except `shot`, which only the tracking thread uses.
final class MaskHistory: @unchecked Sendable {
  private let lock = Mutex(())
  private var shot: ShotFlow
  private var steps: [Step] = []
  private var looks: [FoundLook] = []
  /// Motion paths from the last drawn frame back to frames with masks.
  private var ways: [Int: (step: Int, way: SampleWay)] = [:]
  /// Number of the frame that is drawn.
  private var now = 0

  /// A frame to which motion was tracked.
  private struct Step {
    let number: Int
    /// Seconds from the beginning of the clip.
    let time: Double
    let captured: UInt64
    let luma: LumaPyramid
    /// Where its samples lie in the frame before; nil at a cut.
    let flow: DenseFlow?
    /// The motion path to the next frame with masks, if that is the nearer one.
    var ahead: (look: Int, way: SampleWay)?
  }

  private struct FoundLook {
    let number: Int
    let wanted: Set<Selection>
    let masks: [Selection: GuidedMask]
  }

  /// The most frames whose motion is kept.
  private static let limit = 256

  init(_ instructionSet: InstructionSet) { shot = ShotFlow(instructionSet) }

  /// Tracks motion to the next frame. Only one thread may call it.
  func follow(_ question: SubjectQuestion) {
    let last = lock.withLock { _ in steps.last }
    let (luma, flow) = shot.next(
      question.frame, at: question.time, after: last.map { ($0.luma, $0.time) })
    let step = Step(
      number: question.number, time: question.time, captured: question.captured, luma: luma,
      flow: flow)
    lock.withLock { _ in
      steps.append(step)
      forget()
    }
  }

  /// Takes the masks found in a frame.
  ///
  /// - Returns: the capture time, in nanoseconds, of the oldest frame after the previous one with
  ///   masks; nil if unknown.
  func take(_ masks: [Selection: GuidedMask], for question: SubjectQuestion) -> UInt64? {
    let number = question.number
    let (last, known, captured) = lock.withLock { _ in
      let last = looks.last?.number
      looks.append(FoundLook(number: number, wanted: question.wanted, masks: masks))
      let end = steps.firstIndex { $0.number == number }.map { $0 + 1 } ?? 0
      // Copied, since the tracking thread changes its own; `Array(steps[..<end])` can be the same.
      let known = steps[..<end].map(\.self)
      return (last, known, steps.first { $0.number > last ?? number }?.captured)
    }
    guard !known.isEmpty else { return nil }
    lead(known, to: number, from: last)
    return captured
  }

  /// Leads the frames before `number` to its masks, back to the middle between it and the previous
  /// frame with masks, or to the cut.
  private func lead(_ steps: [Step], to number: Int, from last: Int?) {
    let isOneShot = last.map { last in
      steps.contains { $0.number == last }
        && steps.allSatisfy { $0.number <= last || $0.flow != nil }
    }
    let middle = isOneShot == true ? (last! + number) / 2 : 0
    guard var behind = steps.last else { return }
    var way = SampleWay(width: behind.luma.width, height: behind.luma.height)
    for step in steps.dropLast().reversed() {
      guard behind.flow != nil, step.number > middle, step.number >= lock.withLock({ _ in now })
      else { return }
      let flow = DenseFlow(from: step.luma, to: behind.luma)
      way = way.next(flow.x, flow.y)
      lock.withLock { _ in
        if let index = self.steps.firstIndex(where: { $0.number == step.number }) {
          self.steps[index].ahead = (number, way)
        }
      }
      behind = step
    }
  }

  /// The masks of the frame that is drawn: its own; otherwise those of an earlier or later frame of
  /// its shot, moved along with the tracked motion; otherwise the latest earlier ones, not moved.
  ///
  /// - Parameter number: the frame's number; never less than in the call before.
  func masks(of wanted: Set<Selection>, in number: Int) -> [Selection: GuidedMask] {
    lock.withLock { _ in
      now = number
      forget()
      var masks: [Selection: GuidedMask] = [:]
      for selection in wanted { masks[selection] = mask(of: selection, in: number) }
      return masks
    }
  }

  private func mask(of selection: Selection, in number: Int) -> GuidedMask? {
    let looks = looks.filter { $0.wanted.contains(selection) }
    let (before, behind) = (
      looks.last { $0.number <= number }, looks.first { $0.number >= number }
    )
    if let before, before.number == number { return before.masks[selection] }
    // The last tracked frame; tracking may have skipped this one.
    let index = steps.lastIndex { $0.number <= number }
    if let index, let behind, let (look, way) = steps[index].ahead, look == behind.number {
      return behind.masks[selection]?.carried(by: way)
    }
    guard let before, let found = before.masks[selection] else { return nil }
    guard let index, steps[index].number > before.number else { return found }
    return way(from: index, to: before.number).map { found.carried(by: $0) } ?? found
  }

  /// - Returns: the motion path back to frame `look`; nil if there is a cut between.
  private func way(from index: Int, to look: Int) -> SampleWay? {
    var (from, way): (Int, SampleWay)
    if let known = ways[look] {
      (from, way) = known
    } else {
      guard let base = steps.first(where: { $0.number == look }) else { return nil }
      (from, way) = (look, SampleWay(width: base.luma.width, height: base.luma.height))
    }
    for step in steps[...index] where step.number > from {
      guard let flow = step.flow else { return nil }
      way = way.next(flow.x, flow.y)
    }
    ways[look] = (steps[index].number, way)
    return way
  }

  /// Drops what later frames do not need.
  private func forget() {
    // For each selection, the last masks before the drawn frame are kept.
    var open = Set<Selection>()
    let first = looks.lastIndex { look in
      guard look.number <= now else { return false }
      if open.isEmpty { open = looks.last!.wanted }
      open.subtract(look.wanted)
      return open.isEmpty
    }
    if let first { looks.removeSubrange(..<first) }
    let base = min(looks.first?.number ?? now, now)
    steps.removeAll { $0.number < base }
    if steps.count > Self.limit { steps.removeFirst(steps.count - Self.limit) }
    ways = ways.filter { way in looks.contains { $0.number == way.key } }
  }

  /// Drops all frames.
  func clear() { lock.withLock { _ in (steps, looks, ways) = ([], [], [:]) } }
}
