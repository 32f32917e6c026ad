/// One of the subjects in a frame.
package struct SubjectCandidate: Sendable {
  /// The mask of this subject alone.
  package let mask: NetworkMask
  package let isPerson: Bool
  /// Its share of the frame, 0…1.
  package let share: Double
  /// The box around all of it.
  package let box: Spot
  /// A point well inside of it, in shares of the frame's sides.
  package let place: Region.Point

  /// - Parameters:
  ///   - part: the subject's part, without the margin of the mask.
  ///   - parts: in cells of the frame as displayed.
  init(mask: NetworkMask, isPerson: Bool, _ part: Int, of parts: MaskParts) {
    (self.mask, self.isPerson) = (mask, isPerson)
    let runs = parts.runs.filter { $0.part == part }
    let (width, height) = (Double(parts.width), Double(parts.height))
    let area = parts.parts[part].area
    share = Double(area) / (width * height)
    let (left, right) = (runs.map(\.start).min()!, runs.map(\.end).max()!)
    let (top, bottom) = (runs.first!.row, runs.last!.row + 1)
    box = Spot(
      x: Double(left) / width, y: Double(top) / height, width: Double(right - left) / width,
      height: Double(bottom - top) / height)
    // The middle of a run that is long and near the middle row.
    let middle = runs.reduce(0) { $0 + Int($1.row) * Int($1.end - $1.start) } / area
    let best = runs.max {
      func worth(_ run: MaskParts.Run) -> Int {
        Int(run.end - run.start) - 2 * abs(Int(run.row) - middle)
      }
      return worth($0) < worth($1)
    }!
    place = Region.Point(
      x: Double(best.start + best.end) / 2 / width, y: (Double(best.row) + 0.5) / height)
  }
}

extension [SubjectCandidate] {
  /// Two candidates with a larger intersection over union are the same.
  private static var mostOverlap: Double { 0.6 }

  /// The candidates without duplicates, the largest first.
  package var distinct: [SubjectCandidate] {
    var probes: [[Bool]] = []
    var kept: [SubjectCandidate] = []
    for candidate in sorted(by: { $0.share > $1.share }) {
      let probe = candidate.mask.probe
      guard !probes.contains(where: { probe.overlap(with: $0) > Self.mostOverlap }) else {
        continue
      }
      probes.append(probe)
      kept.append(candidate)
    }
    return Array(kept.prefix(Selection.Instance.most))
  }

  /// The index of the candidate that settings name; nil if there is none.
  package func index(of instance: Selection.Instance) -> Int? {
    switch instance {
    case .number(let number): return number <= count ? number - 1 : nil
    case .at(let place):
      func worth(_ index: Int) -> Float { self[index].mask.value(place.x, place.y) }
      return indices.filter { worth($0) > 0.5 }.max { worth($0) < worth($1) }
    }
  }

  /// The candidate that settings name; nil if there is none.
  package subscript(instance: Selection.Instance) -> SubjectCandidate? {
    index(of: instance).map { self[$0] }
  }
}
