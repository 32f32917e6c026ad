package import SplashCore
package import SplashLook
internal import SplashSubjects

/// Follows things from the picture in which they are named back through their shot. For one thread
/// at a time.
package final class ThingSurvey {
  private let sight: ThingSight
  private let turn: Turn
  private var tracks: [Track] = []
  /// Of the picture that was seen last.
  private var last: Double

  private struct Track {
    let selection: Selection
    var follower: ThingFollower
    /// The earliest time at which it was seen.
    var seen: Double
    /// Pictures since the last key picture: more may be told of them.
    var open: [(time: Double, mask: NetworkMask)] = []
  }

  /// Where the things are, picture by picture.
  package private(set) var past: ThingPast
  /// What became of them, the latest first.
  package private(set) var news: [ObjectNews] = []

  /// - Parameters:
  ///   - things: all named from the same time on.
  ///   - frame: the first picture from that time on, in a native format.
  ///   - time: of that picture, in seconds from the beginning of the clip.
  ///   - turn: for display.
  ///   - files: give the networks.
  ///   - past: of other things.
  /// - Throws: `SplashError` where a network is missing, or fails.
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

  /// Whether there is something to follow, and room for it.
  package var goesOn: Bool { !tracks.isEmpty && past.bytes < ThingPast.limit }

  /// Looks at the picture before the last one.
  ///
  /// - Parameter time: in seconds from the beginning of the clip.
  /// - Throws: `SplashError` where a network fails.
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
      // What is found going back is lost going on.
      if case .found = sighting.news {
        news.append(ObjectNews(selection: selection, time: tracks[index].seen, fate: .found))
        news.append(ObjectNews(selection: selection, time: last, fate: .lost))
      }
      if sighting.mask != nil { tracks[index].seen = time }
    }
    last = time
  }

  /// Nothing more will be told of the last pictures of a track.
  private func close(_ index: Int) {
    for (time, mask) in tracks[index].open {
      past.add(PackedMask(mask.stored(turn)), of: tracks[index].selection, at: time)
    }
    tracks[index].open = []
  }

  /// Ends it where there is nothing more to look at.
  ///
  /// - Parameter isBeginning: the clip begins there; else the shot does, or there is no more room.
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
