internal import Glibc

/// One of the masks that a click may mean.
package struct ClickMask: Sendable {
  /// Values above 0 belong to the thing; a square in rows of `side`.
  let logits: [Float]
  let side: Int
  /// The part of the square that the frame fills, from its upper left corner: shares of its sides.
  let visible: (width: Double, height: Double)
  /// The network's estimate of how well the mask covers the thing, about 0…1.
  package let score: Float
  /// Samples inside, and how little the mask changes with the threshold, 0…1.
  package let area: Int
  package let stability: Double

  init(_ logits: [Float], side: Int, visible: (width: Double, height: Double), score: Float) {
    (self.logits, self.side, self.visible, self.score) = (logits, side, visible, score)
    let columns = min(side, Int((visible.width * Double(side)).rounded(.up)))
    let rows = min(side, Int((visible.height * Double(side)).rounded(.up)))
    var (inside, strict, loose) = (0, 0, 0)
    for row in 0..<rows {
      for value in logits[row * side..<row * side + columns] {
        if value > 0 { inside += 1 }
        if value > 1 { strict += 1 }
        if value > -1 { loose += 1 }
      }
    }
    area = inside
    stability = Double(strict) / Double(max(loose, 1))
  }

  /// The logits, away from 0 by `certainty` at least where the eight samples around agree on the
  /// side: what is kept is kept whole but at its edge, also where the network is unsure.
  private var decided: [Float] {
    let signs = logits.map { $0 > 0 }
    return logits.indices.map { index in
      let (row, column) = (index / side, index % side)
      for y in max(0, row - 1)...min(side - 1, row + 1) {
        for x in max(0, column - 1)...min(side - 1, column + 1)
        where signs[y * side + x] != signs[index] {
          return logits[index]
        }
      }
      return signs[index]
        ? max(logits[index], Self.certainty) : min(logits[index], -Self.certainty)
    }
  }

  /// The logit of a share of 0.993.
  private static let certainty: Float = 5

  /// The mask of the frame as displayed: the logistic function of the logits, linearly interpolated
  /// to twice as many samples along each side.
  package var shares: NetworkMask {
    let logits = decided
    let width = max(1, Int((2 * visible.width * Double(side)).rounded()))
    let height = max(1, Int((2 * visible.height * Double(side)).rounded()))
    func places(_ count: Int, _ share: Double) -> [(first: Int, second: Int, share: Float)] {
      (0..<count).map { index in
        let center = (Double(index) + 0.5) / Double(count) * share * Double(side) - 0.5
        let place = min(max(center, 0), Double(side - 1))
        let first = Int(place)
        return (first, min(first + 1, side - 1), Float(place - Double(first)))
      }
    }
    let (columns, rows) = (places(width, visible.width), places(height, visible.height))
    var values: [Float] = []
    values.reserveCapacity(width * height)
    for row in rows {
      for column in columns {
        func along(_ row: Int) -> Float {
          let (left, right) = (
            logits[row * side + column.first], logits[row * side + column.second]
          )
          return left + column.share * (right - left)
        }
        let (upper, lower) = (along(row.first), along(row.second))
        values.append(1 / (1 + exp(-(upper + row.share * (lower - upper)))))
      }
    }
    return NetworkMask(width: width, height: height, values: values)
  }
}

extension [ClickMask] {
  /// How far below the best score a mask may be to win by its size, and the stability that it
  /// needs.
  private static var rule: (score: Float, stability: Double) { (0.02, 0.85) }

  /// The mask that is meant; nil if all are empty.
  package func chosen(_ extent: Selection.Thing.Extent) -> ClickMask? {
    let held = filter { $0.area > 0 }
    switch extent {
    case .part: return held.min { $0.area < $1.area }
    case .whole: return held.max { $0.area < $1.area }
    case .thing:
      guard let best = held.max(by: { $0.score < $1.score }) else { return nil }
      let good = held.filter {
        $0.score >= best.score - Self.rule.score && $0.stability >= Self.rule.stability
      }
      return good.max { $0.area < $1.area } ?? best
    }
  }
}
