internal import SplashCore
internal import SplashLook
internal import SplashSubjects

/// Finds what settings name in the pictures of a video, one after another. For one thread at a
/// time.
final class SubjectFinder {
  private let sight: SubjectSight
  private let things: ThingSight
  private let turn: Turn
  private let instructionSet: InstructionSet
  private var tracks: [Selection: Track] = [:]
  private var last: Int?

  /// What was found.
  struct Found {
    /// Nothing for what is over, or yet to come.
    var masks: [Selection: GuidedMask] = [:]
    var news: [ObjectNews] = []
  }

  private struct Track {
    let steady: SubjectMask
    var state = State.fresh
    /// The picture in which it was wanted last.
    var number: Int
  }

  private enum State {
    case fresh
    case followed(SubjectFollower)
    /// Absent or lost.
    case over
  }

  /// - Parameters:
  ///   - turn: for display.
  ///   - files: give the networks.
  init(turn: Turn, _ instructionSet: InstructionSet, _ files: LookFiles) {
    self.turn = turn
    self.instructionSet = instructionSet
    sight = SubjectSight(turn: turn, open: files.openNetwork)
    things = ThingSight(turn: turn, open: files.openClick)
  }

  /// - Parameters:
  ///   - wanted: found by networks.
  ///   - number: counts the pictures, not the calls.
  ///   - time: of the picture, in seconds from the beginning of the clip.
  ///   - stability: 0…1.
  func find(
    _ wanted: Set<Selection>, in frame: borrowing Frame, number: Int, at time: Double,
    stability: Double
  ) throws -> Found {
    let stamp = frame.presentationTime
    return try frame.withPlanes { picture in
      if number != last {
        sight.turn(to: picture, at: stamp)
        things.turnToNext()
        tracks = tracks.filter { $0.value.number == last }
        last = number
      }
      var found = Found()
      for selection in wanted {
        var track = tracks[selection] ?? Track(steady: SubjectMask(instructionSet), number: number)
        track.number = number
        let mask = try mask(of: selection, in: picture, at: time, &track.state, &found.news)
        found.masks[selection] = mask.map {
          track.steady.take(
            $0.stored(turn), in: picture, at: stamp, isCut: sight.isCut,
            stability: stability)
        }
        tracks[selection] = track
      }
      return found
    }!
  }

  private func mask(
    of selection: Selection, in picture: borrowing PlaneView, at time: Double, _ state: inout State,
    _ news: inout [ObjectNews]
  ) throws -> NetworkMask? {
    switch selection {
    case .subject(let subject): return try sight.mask(of: subject, in: picture)
    case .instance(let instance, let begin):
      guard time >= begin ?? -.infinity else { return nil }
      var isFirst = false
      if case .fresh = state {
        isFirst = true
        if let follower = try SubjectFollower(instance, in: picture, sight) {
          state = .followed(follower)
        } else {
          state = .over
          news.append(ObjectNews(selection: selection, time: time, fate: .absent(nil)))
        }
      }
      guard case .followed(var follower) = state else { return nil }
      guard let mask = try follower.next(in: picture, sight, isFirst: isFirst) else {
        state = .over
        news.append(ObjectNews(selection: selection, time: time, fate: .lost))
        return nil
      }
      state = .followed(follower)
      return mask
    case .thing(let thing, let begin):
      guard time >= begin ?? -.infinity else { return nil }
      if let mask = try things.mask(of: thing, in: picture) { return mask }
      if case .fresh = state {
        news.append(ObjectNews(selection: selection, time: time, fate: .absent(nil)))
      }
      state = .over
      return nil
    case .region, .mask, .object, .inPixels:
      preconditionFailure("no network finds \(selection.text)")
    }
  }
}
