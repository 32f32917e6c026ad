/// Finds selections in the frames of a video, one after another. For one thread at a time.
package final class SubjectFinder {
  private let sight: SubjectSight
  private let things: ThingSight
  private let faces: FaceSight
  private let turn: Turn
  private let instructionSet: InstructionSet
  private var tracks: [Selection: Track] = [:]
  private var last: Int?

  /// The masks found in a frame, and what happened to tracked selections.
  package struct Found {
    /// Without selections that are lost or not there yet.
    package var masks: [Selection: GuidedMask] = [:]
    package var news: [ObjectNews] = []
  }

  private struct Track {
    let steady: SubjectMask
    var state = State.fresh
    /// The frame in which the selection was last wanted.
    var number: Int
  }

  private enum State {
    case fresh
    case followed(SubjectFollower)
    case thing(ForeseenThing)
    /// Not found, or lost.
    case over
  }

  /// - Parameters:
  ///   - sight, things, faces: run the networks, for the same turn.
  ///   - sight, things, faces: who looks, behind the same turn.
  package init(
    turn: Turn, _ instructionSet: InstructionSet, sight: SubjectSight, things: ThingSight,
    faces: FaceSight
  ) {
    (self.turn, self.instructionSet) = (turn, instructionSet)
    (self.sight, self.things, self.faces) = (sight, things, faces)
  }

  /// - Parameters:
  ///   - wanted: selections that networks find.
  ///   - picture: in a native format.
  ///   - stamp: its presentation time in seconds; nil if unknown.
  ///   - number: of the frame, rising; equal in all calls for the same frame.
  ///   - time: of the frame, in seconds from the beginning of the clip.
  ///   - stability: temporal smoothing, 0…1.
  ///   - past: masks of things that are named at a later time.
  /// - Throws: `SplashError` if a network is missing or fails.
  package func find(
    _ wanted: Set<Selection>, in picture: borrowing PlaneView, at stamp: Double?, number: Int,
    clipTime time: Double, stability: Double, past: [Selection: PackedMask] = [:]
  ) throws -> Found {
    if number != last {
      let pictures = number - (last ?? number - 1)
      sight.turn(to: picture, at: stamp, by: pictures)
      things.turn(by: pictures)
      tracks = tracks.filter { $0.value.number == last }
      last = number
    }
    var found = Found()
    for selection in wanted {
      var track = tracks[selection] ?? Track(steady: SubjectMask(instructionSet), number: number)
      track.number = number
      let mask =
        selection == .face
        ? try faces.mask(in: picture, at: stamp, clipTime: time, isCut: sight.isCut)
        : try mask(of: selection, in: picture, at: time, &track.state, &found.news)
      // Things and faces are tracked, and recurrent networks are steady by themselves; a mean over
      // time would only lag.
      let isSteady = try isSteady(selection)
      let known = past[selection].map { ($0.width, $0.height, $0.samples) }
      found.masks[selection] = (mask?.stored(turn) ?? known).map {
        track.steady.take(
          $0, in: picture, at: stamp, isCut: sight.isCut, stability: isSteady ? 0 : stability)
      }
      tracks[selection] = track
    }
    return found
  }

  private func isSteady(_ selection: Selection) throws -> Bool {
    switch selection {
    case .subject(let subject): try sight.isSteady(subject)
    case .near: try sight.isSteady(.depth)
    case .instance(_, let subject, _): try sight.isSteady(subject)
    default: selection.isThing || selection == .face
    }
  }

  private func mask(
    of selection: Selection, in picture: borrowing PlaneView, at time: Double, _ state: inout State,
    _ news: inout [ObjectNews]
  ) throws -> NetworkMask? {
    switch selection {
    case .subject(let subject): return try sight.carried(subject, in: picture, at: time)
    case .near(let share): return try sight.mask(of: .depth, in: picture).nearest(share)
    case .instance(let instance, let subject, let begin):
      guard time >= begin ?? -.infinity else { return nil }
      var isFirst = false
      if case .fresh = state {
        isFirst = true
        if let follower = try SubjectFollower(instance, of: subject, in: picture, sight) {
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
      return subject == .person ? try sight.outlined(mask, in: picture) : mask
    case .thing(let thing, let begin):
      guard time >= begin ?? -.infinity else { return nil }
      return try mask(of: thing, named: selection, in: picture, at: time, &state, &news)
    default:
      preconditionFailure("no AI model finds \(selection.text)")
    }
  }

  /// The mask of a thing in its shot; nil while it is out of sight.
  private func mask(
    of thing: Selection.Thing, named selection: Selection, in picture: borrowing PlaneView,
    at time: Double, _ state: inout State, _ news: inout [ObjectNews]
  ) throws -> NetworkMask? {
    func tell(_ fate: ObjectNews.Fate) {
      news.append(ObjectNews(selection: selection, time: time, fate: fate))
    }
    switch state {
    case .fresh:
      guard let follower = try ForeseenThing(thing, in: picture, things) else {
        tell(.absent(nil))
        state = .over
        return nil
      }
      state = .thing(follower)
      return follower.first
    case .thing(var follower):
      let isGone = sight.isCut && !follower.isLost
      if sight.isCut { follower.cut() }
      let sighting = try follower.next(in: picture, things)
      state = .thing(follower)
      switch sighting.news {
      case .lost: tell(.lost)
      case .found: tell(.found)
      case nil where isGone: tell(.cut)
      case nil: break
      }
      return sighting.mask
    case .followed, .over: return nil
    }
  }
}
