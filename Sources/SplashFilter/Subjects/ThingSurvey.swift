internal import SplashSubjects

/// Tracks things back from the frame in which they are named to the start of their shot. For one
/// thread at a time.
package final class ThingSurvey {
  private let sight: ThingSight
  private let turn: Turn
  private var tracks: [Track] = []
  /// Time of the last frame seen, in seconds.
  private var last: Double

  private struct Track {
    let selection: Selection
    var follower: ThingFollower
    /// The earliest time at which the thing was seen.
    var seen: Double
    /// Frames since the last key frame: their masks may still change.
    var open: [(time: Double, mask: NetworkMask)] = []
  }

  /// The masks of the things, frame by frame.
  package private(set) var past: ThingPast
  /// What happened to the things, the latest first.
  package private(set) var news: [ObjectNews] = []

  /// - Parameters:
  ///   - things: all named at the same time.
  ///   - frame: the first frame at or after that time, in a native format.
  ///   - time: of that frame, in seconds from the beginning of the clip.
  ///   - turn: for display.
  ///   - files: open the networks.
  ///   - past: masks of other things, to add to.
  /// - Throws: `SplashError` if a network is missing or fails.
  package init(
    _ things: [Selection], in frame: borrowing Frame, at time: Double, turn: Turn,
    _ files: LookFiles, after past: ThingPast
  ) throws {
    (self.past, self.turn, last) = (past, turn, time)
    sight = ThingSight(turn: turn, open: files.openClick)
    for case .thing(let thing, let begin) in things {
      let selection = Selection.thing(thing, time: begin)
      let follower =
        try frame.withPlanes {
          try ThingFollower(thing, in: $0, sight, leadsBack: true)
        } ?? nil
      if let follower {
        tracks.append(Track(selection: selection, follower: follower, seen: time))
        self.past.starts[selection] = PackedMask(follower.first.stored(turn))
      } else {
        news.append(ObjectNews(selection: selection, time: time, fate: .absent(nil)))
      }
    }
  }

  /// Whether a thing is still tracked, and there is memory for more masks.
  package var goesOn: Bool { !tracks.isEmpty && past.bytes < ThingPast.limit }

  /// Tracks the things into the frame before the last one.
  ///
  /// - Parameter time: in seconds from the beginning of the clip.
  /// - Throws: `SplashError` if a network fails.
  package func goBack(to frame: borrowing Frame, at time: Double) throws {
    sight.turn(by: 1)
    for index in tracks.indices {
      let sighting = try frame.withPlanes { try tracks[index].follower.next(in: $0, sight) }!
      let selection = tracks[index].selection
      if let mask = sighting.mask { tracks[index].open.append((time, mask)) }
      if sighting.isKey {
        for (place, mask) in sighting.masks(before: tracks[index].open.count - 1) {
          tracks[index].open[place].mask = mask
        }
      }
      if sighting.isKey || sighting.mask == nil { close(index) }
      // A thing that is found again going back is lost at that time going forward.
      if case .found = sighting.news {
        news.append(ObjectNews(selection: selection, time: tracks[index].seen, fate: .found))
        news.append(ObjectNews(selection: selection, time: last, fate: .lost))
      }
      if sighting.mask != nil { tracks[index].seen = time }
    }
    last = time
  }

  /// Stores the last masks of a track, which will not change any more.
  private func close(_ index: Int) {
    for (time, mask) in tracks[index].open {
      past.add(PackedMask(mask.stored(turn)), of: tracks[index].selection, at: time)
    }
    tracks[index].open = []
  }

  /// Ends the survey if there is nothing more to track.
  ///
  /// - Parameter isBeginning: whether the clip begins here; else the shot begins, or memory is used
  ///   up.
  package func end(isBeginning: Bool) {
    for index in tracks.indices { close(index) }
    for track in tracks {
      let isShort = track.follower.isLost || !goesOn
      guard isShort || !isBeginning else { continue }
      news.append(
        ObjectNews(
          selection: track.selection, time: track.seen, fate: isShort ? .unknown : .begins))
    }
  }
}
