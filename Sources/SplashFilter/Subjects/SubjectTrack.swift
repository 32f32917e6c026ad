internal import SplashCore
internal import SplashLook
internal import SplashSubjects

/// The masks of what networks find, picture after picture of a video.
final class SubjectTrack {
  private let seeking: Seeking
  private var painters: SubjectPainters
  private var found: [Selection: GuidedMask] = [:]
  private var last: Int?
  private var pictures = 0
  /// In this picture, and in the one before.
  private var wanted: Set<Selection> = []
  private var known: Set<Selection> = []
  /// Those that were looked for in this picture.
  private var done: Set<Selection> = []
  private var news: [ObjectNews] = []

  private enum Seeking {
    case inline(SubjectFinder, every: Int)
    case aside(SubjectWorker)
    case held(HeldLook)
  }

  /// - Parameters:
  ///   - held: has looked at the pictures before their turn; nil where they are not held.
  ///   - makeFinder: called once, unless they are held.
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

  /// The masks of a picture, valid until the next call.
  ///
  /// - Parameters:
  ///   - selections: found by networks.
  ///   - number: counts the pictures, not the calls.
  ///   - time: of the picture, in seconds from the beginning of the clip.
  ///   - stability: 0…1.
  ///   - call: counts where networks look at the newest picture.
  ///   - past: of things that are named at a later time; counts where no picture is left out.
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
      // All looks of a picture and of the one before count for those that come.
      found = try held.masks(of: wanted.union(known), in: number, stability: stability)
      news += held.takeNews()
    }
    painters.keep(wanted.union(known))
    found = found.filter { wanted.contains($0.key) || known.contains($0.key) }
    return frame.withPlanes { painters.masks(of: selections, found, in: $0) }!
  }

  /// What became of those that are followed, since somebody asked.
  func takeNews() -> [ObjectNews] {
    defer { news = [] }
    return news
  }
}
