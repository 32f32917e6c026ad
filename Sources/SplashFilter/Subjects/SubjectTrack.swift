internal import SplashSubjects

/// The masks that networks find, frame by frame of a video.
final class SubjectTrack {
  private let seeking: Seeking
  private var painters: SubjectPainters
  private var found: [Selection: GuidedMask] = [:]
  private var last: Int?
  private var pictures = 0
  /// Selections wanted in this frame, and in the one before.
  private var wanted: Set<Selection> = []
  private var known: Set<Selection> = []
  /// Selections that were looked for in this frame.
  private var done: Set<Selection> = []
  private var news: [ObjectNews] = []

  private enum Seeking {
    case inline(SubjectFinder, every: Int)
    case aside(SubjectWorker)
    case held(HeldLook)
  }

  /// - Parameters:
  ///   - held: runs networks on frames that are held; nil if frames are not held.
  ///   - makeFinder: called once, unless frames are held.
  init(
    _ pace: SubjectPace, _ held: HeldLook?, _ instructionSet: InstructionSet,
    _ makeFinder: () -> SubjectFinder
  ) throws {
    painters = SubjectPainters(instructionSet)
    if let held {
      seeking = .held(held)
      return
    }
    switch pace {
    case .every(let count): seeking = .inline(makeFinder(), every: count)
    case .newest: seeking = .aside(try SubjectWorker(instructionSet, makeFinder))
    }
  }

  /// The masks of a frame, valid until the next call.
  ///
  /// - Parameters:
  ///   - selections: found by networks.
  ///   - number: of the frame; equal in all calls for the same frame.
  ///   - time: of the frame, in seconds from the beginning of the clip.
  ///   - stability: temporal smoothing, 0…1.
  ///   - call: used only if networks run on the newest frame.
  ///   - past: masks of things that are named at a later time; used only if networks run on every
  ///     frame.
  func masks(
    of selections: Set<Selection>, in frame: borrowing Frame, number: Int, at time: Double,
    stability: Double, call: SubjectCall, past: [Selection: PackedMask]
  ) throws -> [Selection: MaskPlane] {
    if number != last {
      last = number
      pictures += 1
      known = wanted
      (wanted, done) = ([], [])
    }
    let fresh = selections.subtracting(wanted)
    wanted.formUnion(selections)
    switch seeking {
    case .inline(let finder, let every):
      let isDue = (pictures - 1) % every == 0
      let missing = wanted.subtracting(done)
      if isDue && !missing.isEmpty || !fresh.isSubset(of: known) {
        let result = try finder.find(
          missing, in: frame, number: number, at: time, stability: stability, past: past)
        for selection in missing { found[selection] = result.masks[selection] }
        done.formUnion(missing)
        news += result.news
      }
    case .aside(let worker):
      if !fresh.isEmpty, call != .unseen {
        let question = SubjectQuestion(
          frame: Frame(sharing: frame), wanted: wanted, number: number, time: time,
          stability: stability)
        try worker.offer(question, isAwaited: call == .awaited)
      }
      found = call == .unseen ? [:] : try worker.newest()
      news += worker.takeNews()
    case .held(let held):
      guard let number = frame.lookNumber else { break }
      // Networks look for the selections of this frame and of the one before.
      found = try held.masks(of: wanted.union(known), in: number, stability: stability)
      news += held.takeNews()
    }
    painters.keep(wanted.union(known))
    found = found.filter { wanted.contains($0.key) || known.contains($0.key) }
    return frame.withPlanes { painters.masks(of: selections, found, in: $0) }!
  }

  /// What happened to tracked selections since the last call.
  func takeNews() -> [ObjectNews] {
    defer { news = [] }
    return news
  }
}
