extension NetworkMask {
  /// Whether each of 64 × 64 points is in the mask, in rows.
  var probe: [Bool] {
    let side = 64
    return (0..<side * side).map {
      value(
        (Double($0 % side) + 0.5) / Double(side), (Double($0 / side) + 0.5) / Double(side)) > 0.5
    }
  }

  /// The share of another mask that is in this one, 0…1.
  func share(of other: NetworkMask) -> Double {
    let (own, others) = (probe, other.probe)
    let whole = others.count { $0 }
    return whole == 0 ? 0 : Double(zip(own, others).count { $0 && $1 }) / Double(whole)
  }

  /// If more of the box is filled, the mask is just the box.
  private static let mostFill = 0.9

  /// This mask, with the part in a box replaced by a closer one.
  ///
  /// - Parameters:
  ///   - close: the mask of the box alone.
  ///   - subject: the mask around which the box was drawn.
  /// - Returns: nil if nearly all of the box is filled, or if the result holds less than half of
  ///   the subject and less of it than this mask.
  package func refined(
    by close: NetworkMask, in box: Spot, around subject: NetworkMask
  ) -> NetworkMask? {
    let fill = Double(close.values.count { $0 > 0.5 }) / Double(close.values.count)
    guard fill <= Self.mostFill else { return nil }
    let finer = replacing(box, by: close)
    return finer.share(of: subject) >= min(0.5, share(of: subject)) ? finer : nil
  }

  /// The mask in the given cells, and 0 elsewhere.
  ///
  /// - Parameters:
  ///   - width, height: of the grid of cells.
  func kept(in cells: [ObjectRun], width: Int, height: Int) -> NetworkMask {
    var isKept = [Bool](repeating: false, count: width * height)
    for run in cells {
      for x in run.start..<run.end { isKept[run.row * width + x] = true }
    }
    var result = values
    for y in 0..<self.height {
      let row = (2 * y + 1) * height / (2 * self.height) * width
      for x in 0..<self.width where !isKept[row + (2 * x + 1) * width / (2 * self.width)] {
        result[y * self.width + x] = 0
      }
    }
    return NetworkMask(width: self.width, height: self.height, values: result)
  }
}

extension [Bool] {
  /// Intersection over union.
  func overlap(with other: [Bool]) -> Double {
    let all = zip(self, other).count { $0 || $1 }
    return all == 0 ? 0 : Double(zip(self, other).count { $0 && $1 }) / Double(all)
  }
}
