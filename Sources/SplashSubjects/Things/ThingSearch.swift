/// Looks for a thing that is lost, anywhere in a frame.
struct ThingSearch {
  let own: ThingTrack
  /// Others beside it that are tracked.
  let others: [ThingTrack]
  /// What was beside it when it was seen.
  let rivals: [ThingRival]
  /// Whether another shot has begun since it was seen.
  let isElsewhere: Bool

  /// How far its features and colors, of half the weight, may be from 1 in another shot. In
  /// `scripts/bench/subjects returns` things that come back are at 0.24 at most, other things at
  /// 0.35 at least, with seed 1.
  private static let farthest: Float = 0.3

  /// A part of the frame that may be it.
  private struct Part {
    let mask: NetworkMask
    let bits: MaskBits
    let score: Float
    /// How similar its features and its colors are to those of a view.
    let sameness, likeness: Float

    var worth: Float { sameness + 0.3 * min(score, 1) + 0.5 * likeness }
    var distance: Float { ThingSearch.distance(sameness, likeness) }
  }

  /// 0 if features and colors are those of a view.
  private static func distance(_ sameness: Float, _ likeness: Float) -> Float {
    1.5 - sameness - 0.5 * likeness
  }

  /// Whether something beside it looked so much like it that it would be taken for it in another
  /// shot, where neither can be told from the other.
  var hasTwin: Bool {
    rivals.contains { rival in
      let likeness = rival.colors.map(own.likeness) ?? 0
      return Self.distance(own.sameness(rival.print), likeness) < Self.farthest
    }
  }

  /// The things that were beside it, without those that are tracked and in sight.
  private var unknown: [ThingRival] {
    rivals.filter { rival in !others.contains { $0.id == rival.id && $0.isSeen } }
  }

  /// The highest similarity of those to it; -1 if there are none.
  var mostAlike: Float { unknown.map(\.sameness).max() ?? -1 }

  /// Whether a part is surely it: alike enough, and not rather a thing that was beside it, whose
  /// features are nearly as close to the part's as its own, or whose colors are closer.
  private func isSure(_ part: Part, _ features: [Float], _ colors: ColorHistogram) -> Bool {
    guard part.sameness > max(0.7, mostAlike),
      isElsewhere ? part.distance < Self.farthest : part.likeness > 0.6
    else { return false }
    return !unknown.contains { rival in
      1 - part.sameness > 0.8 * (1 - SplashSubjects.likeness(features, rival.print))
        || part.likeness < rival.colors?.likeness(to: colors) ?? 0
    }
  }

  /// The mask of the part that is most like it anywhere in the frame, outside of the others; nil if
  /// none is alike enough, or in another shot if another part is nearly as alike.
  func mask(
    in look: ClickNetwork.Look, _ fresh: ThingPicture, _ sight: ThingSight
  ) throws -> NetworkMask? {
    guard let print = own.print else { return nil }
    let seen = others.filter(\.isSeen).map { (mask: $0.key, bits: MaskBits($0.key)) }
    var (parts, best) = ([Part](), Part?.none)
    for place in look.places(like: print, most: 3, outside: seen.map(\.mask)) {
      for candidate in try sight.masks(for: [(place, .on)], in: look) {
        let mask = candidate.shares
        let bits = MaskBits(mask)
        guard !seen.contains(where: { 10 * $0.bits.common(with: bits) > 3 * bits.count }),
          let features = look.print(of: mask), let colors = fresh.histogram(of: mask),
          (0.25 * own.usualArea...4 * own.usualArea).contains(Double(mask.area))
        else { continue }
        let part = Part(
          mask: mask, bits: bits, score: candidate.score, sameness: own.sameness(features),
          likeness: own.likeness(of: colors))
        parts.append(part)
        if part.worth > best?.worth ?? -.infinity, isSure(part, features, colors) { best = part }
      }
    }
    guard let best else { return nil }
    // In its shot, what was beside it is known. Elsewhere the ratio of distances decides: Lowe,
    // Distinctive Image Features from Scale-Invariant Keypoints, 2004, section 7.1.
    let isAmbiguous =
      isElsewhere
      && parts.contains {
        2 * $0.bits.common(with: best.bits) < min($0.bits.count, best.bits.count)
          && best.distance > 0.8 * $0.distance
      }
    return isAmbiguous ? nil : best.mask
  }
}
