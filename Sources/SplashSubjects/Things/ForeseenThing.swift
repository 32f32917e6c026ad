internal import SplashBase
internal import SplashLook

/// A thing that is followed through a file: where the pictures behind the one at hand are there,
/// the masks between two key pictures are as both tell. Else they are as the first one tells.
struct ForeseenThing {
  private var follower: ThingFollower
  /// What is to be seen of it in the next pictures.
  private var coming: [ThingFollower.Sighting] = []
  /// It was out of sight in the last picture.
  private(set) var isLost = false

  /// Begins with what a click means.
  ///
  /// - Returns: nil where nothing is found.
  /// - Throws: `SplashError` where a network is missing, or fails.
  init?(
    _ thing: Selection.Thing, in picture: borrowing PlaneView, _ sight: ThingSight
  ) throws {
    guard let follower = try ThingFollower(thing, in: picture, sight, leadsBack: sight.isAhead)
    else { return nil }
    self.follower = follower
  }

  /// The mask of the picture that it began with.
  var first: NetworkMask { follower.first }

  /// What is to be seen of it in the next picture of the shot.
  ///
  /// - Throws: `SplashError` where a network fails.
  mutating func next(
    in picture: borrowing PlaneView, _ sight: ThingSight
  ) throws -> ThingFollower.Sighting {
    if coming.isEmpty { try look(on: picture, sight) }
    let sighting = coming.removeFirst()
    isLost = sighting.mask == nil
    return sighting
  }

  /// Follows it up to the next key picture, as far as pictures are there.
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
