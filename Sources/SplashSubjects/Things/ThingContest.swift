internal import Glibc

/// Tells things apart that look alike: each gets one of the masks that the network offers, or none,
/// so that all together lie best where they are expected.
struct ThingContest {
  /// Where a thing is expected.
  struct Place {
    /// Where optical flow has carried it, and where it would be at constant speed; nil if unknown.
    let carried: MaskBits
    let predicted: MaskBits?
    /// The usual number of visible samples.
    let area: Double
  }

  struct Offer {
    let mask: NetworkMask
    let bits: MaskBits
    let score: Float
    let print: [Float]?
  }

  /// The mask that one of them gets.
  struct Choice {
    let offer: Int
    /// Its overlap with where the thing is expected, without the part that others hide.
    let fit: Float
    /// The share of the thing that should be visible: 0…1.
    let visible: Double
  }

  let places: [Place]
  let offers: [Offer]
  /// How similar the features of each offer are to those of each thing, as cosines.
  let sameness: [[Float]]
  /// The most offers considered for one thing.
  private static let most = 5

  /// The choice for each thing; nil for none.
  var choices: [Choice?] {
    let likely = places.indices.map(likely)
    var best: (chosen: [Int?], total: Float)?
    func go(_ chosen: [Int?]) {
      guard chosen.count == places.count else {
        for offer in likely[chosen.count] where isFree(offer, beside: chosen) {
          go(chosen + [offer])
        }
        return
      }
      let total = places.indices.reduce(Float(0)) { sum, place in
        sum + worth(chosen[place], of: place, hidden: hidden(of: place, chosen))
      }
      if total > best?.total ?? -.infinity { best = (chosen, total) }
    }
    go([])
    guard let chosen = best?.chosen else { return places.map { _ in nil } }
    return places.indices.map { place in
      chosen[place].map {
        let hidden = hidden(of: place, chosen)
        return Choice(
          offer: $0, fit: fit(offers[$0].bits, at: places[place], hidden: hidden),
          visible: visible(places[place], hidden: hidden))
      }
    }
  }

  /// The offers for a thing, and nil for none, the likeliest first: those that fit whole, or partly
  /// hidden by the others.
  private func likely(_ place: Int) -> [Int?] {
    var others: MaskBits?
    for (index, other) in places.enumerated() where index != place {
      let bits = other.predicted ?? other.carried
      others?.formUnion(bits)
      others = others ?? bits
    }
    let ranked = offers.indices.compactMap { offer -> (offer: Int, worth: Float)? in
      let bits = offers[offer].bits
      let reach = max(
        fit(bits, at: places[place], hidden: nil), fit(bits, at: places[place], hidden: others))
      guard places.count == 1 || reach > 0.1 else { return nil }
      return (
        offer,
        max(worth(offer, of: place, hidden: nil), worth(offer, of: place, hidden: others))
      )
    }
    let best = ranked.sorted { $0.worth > $1.worth }.prefix(Self.most).map { Optional($0.offer) }
    return places.count > 1 ? best + [nil] : best
  }

  /// Whether an offer is not already chosen for another thing.
  private func isFree(_ offer: Int?, beside chosen: [Int?]) -> Bool {
    guard let offer else { return true }
    let bits = offers[offer].bits
    return chosen.allSatisfy { other in
      guard let other else { return true }
      let bounds = min(bits.count, offers[other].bits.count)
      return bits.common(with: offers[other].bits) * 2 < bounds
    }
  }

  /// The union of the masks that the other things get; nil if it is empty.
  private func hidden(of place: Int, _ chosen: [Int?]) -> MaskBits? {
    var union: MaskBits?
    for (other, offer) in chosen.enumerated() where other != place {
      guard let offer else { continue }
      if union == nil {
        union = offers[offer].bits
      } else {
        union!.formUnion(offers[offer].bits)
      }
    }
    return union
  }

  private func worth(_ offer: Int?, of index: Int, hidden: MaskBits?) -> Float {
    let place = places[index]
    guard let offer else { return visible(place, hidden: hidden) < 0.3 ? 0.6 : 0.3 }
    let bits = offers[offer].bits
    let worth =
      fit(bits, at: place, hidden: hidden) + 0.3 * min(offers[offer].score, 1)
      + 0.3 * sameness[index][offer]
    guard places.count > 1 else { return worth }
    let usual = max(0.2, visible(place, hidden: hidden)) * place.area
    return worth - 0.25 * min(2, abs(log2f(Float(max(1, bits.count)) / Float(max(1, usual)))))
  }

  private func fit(_ bits: MaskBits, at place: Place, hidden: MaskBits?) -> Float {
    func overlap(_ place: MaskBits) -> Float {
      bits.overlap(with: hidden.map(place.without) ?? place)
    }
    // A single thing is best predicted by optical flow.
    guard places.count > 1, let predicted = place.predicted else { return overlap(place.carried) }
    return max(overlap(place.carried), overlap(predicted))
  }

  private func visible(_ place: Place, hidden: MaskBits?) -> Double {
    let whole = place.predicted ?? place.carried
    guard let hidden, whole.count > 0 else { return 1 }
    return 1 - Double(whole.common(with: hidden)) / Double(whole.count)
  }
}
