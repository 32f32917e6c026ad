/// A thing tracked through a file: if later frames are available, masks between two key frames are
/// interpolated from both. Otherwise they follow from the first one.
struct ForeseenThing {
  private var follower: ThingFollower
  /// Its masks in the next frames.
  private var coming: [ThingFollower.Sighting] = []
  /// Whether it was out of sight in the last frame.
  private(set) var isLost = false

  /// Begins with the thing at a click.
  ///
  /// - Returns: nil if nothing is found.
  /// - Throws: `SplashError` if a network is missing or fails.
  init?(
    _ thing: Selection.Thing, in picture: borrowing PlaneView, _ sight: ThingSight
  ) throws {
    guard let follower = try ThingFollower(thing, in: picture, sight, leadsBack: sight.isAhead)
    else { return nil }
    self.follower = follower
  }

  /// The mask of the frame that it began with.
  var first: NetworkMask { follower.first }

  /// Called if another shot begins with the next frame.
  mutating func cut() {
    coming = []
    follower.cut()
  }

  /// The mask of the thing in the next frame.
  ///
  /// - Throws: `SplashError` if a network fails.
  mutating func next(
    in picture: borrowing PlaneView, _ sight: ThingSight
  ) throws -> ThingFollower.Sighting {
    if coming.isEmpty { try look(on: picture, sight) }
    let sighting = coming.removeFirst()
    isLost = sighting.mask == nil
    return sighting
  }

  /// Tracks it up to the next key frame, as far as frames are available.
  private mutating func look(on picture: borrowing PlaneView, _ sight: ThingSight) throws {
    while coming.last.map({ !$0.isKey && $0.mask != nil }) ?? true {
      let next = try sight.ahead(coming.count, of: picture) { try follower.next(in: $0, sight) }
      guard let next else { break }
      coming.append(next)
    }
    guard let last = coming.last else {
      coming = [try follower.next(in: picture, sight)]
      return
    }
    for (place, mask) in last.masks(before: coming.count - 1) { coming[place].mask = mask }
  }
}
