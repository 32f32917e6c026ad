internal import Glibc

/// Tracks faces from frame to frame: known faces need a lower score, and remain for a while after
/// they are lost.
package struct FaceTrack {
  private struct Follow {
    var face: Face
    /// Heights of the frame per second.
    var speed = SIMD2(0.0, 0.0)
    /// Seconds since the face was last found.
    var missing = 0.0
  }

  private var follows: [Follow] = []

  /// The score that a new face needs.
  static let sure: Float = 0.5
  /// How long a lost face is kept, in seconds.
  private static let patience = 0.5
  /// Seconds between frames, if unknown.
  private static let usualGap = 1.0 / 30

  package init() {}

  /// The faces of the next frame.
  ///
  /// - Parameters:
  ///   - found: by the network in this frame, highest score first.
  ///   - gap: seconds since the last frame; nil if unknown.
  package mutating func next(_ found: [Face], after gap: Double?) -> [Face] {
    let gap = max(gap ?? Self.usualGap, 1e-3)
    var free = found
    for index in follows.indices {
      let follow = follows[index]
      var face = follow.face
      face.x += follow.speed.x * gap
      face.y += follow.speed.y * gap
      let near = free.indices.filter { free[$0].isLike(face) || free[$0].isLike(follow.face) }
      guard let best = near.min(by: { free[$0].distance(to: face) < free[$1].distance(to: face) })
      else {
        follows[index].face = face
        follows[index].missing += gap
        continue
      }
      let seen = free.remove(at: best)
      let gone = gap + follow.missing
      follows[index].speed = SIMD2(seen.x - follow.face.x, seen.y - follow.face.y) / gap
      if follow.missing > 0 { follows[index].speed *= gap / gone }
      follows[index].missing = 0
      follows[index].face = seen.steadied(by: follow.face)
    }
    follows.removeAll { $0.missing > Self.patience }
    follows += free.filter { $0.score >= Self.sure }.map { Follow(face: $0) }
    return follows.map(\.face)
  }

  /// Called if the next frame belongs to another shot.
  package mutating func forget() { follows = [] }
}

extension Face {
  fileprivate func distance(to other: Face) -> Double { hypot(x - other.x, y - other.y) }

  /// Whether both may be the same face, in this frame or the next.
  func isLike(_ other: Face) -> Bool {
    let size = other.across + other.along
    return distance(to: other) < 0.7 * size && (0.5...2).contains((across + along) / size)
  }

  /// The face at its new place, with the mean of both frames' sizes and angles.
  fileprivate func steadied(by last: Face) -> Face {
    var face = self
    face.across = (across + last.across) / 2
    face.along = (along + last.along) / 2
    face.angle = angle - remainder(angle - last.angle, 2 * .pi) / 2
    return face
  }
}
