package import SplashLook

/// One of what stands out in a picture.
package struct SubjectCandidate: Sendable {
  /// 0 where something else is.
  package let mask: NetworkMask
  package let isPerson: Bool
  /// Of the picture, 0…1.
  package let share: Double
  /// Around all of it.
  package let box: Spot
  /// A place well inside of it, in shares of the picture.
  package let place: Region.Point

  /// - Parameters:
  ///   - part: whose edges are those of the candidate.
  ///   - parts: in cells of the picture as displayed.
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
    // The middle of a run that is long and not far from the middle row.
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
  /// Two that overlap by more are one.
  private static var mostOverlap: Double { 0.6 }

  /// Those that are told apart, the largest first: none that is nearly another one.
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

  /// Where the one is that settings name; nil where there is none.
  package func index(of instance: Selection.Instance) -> Int? {
    switch instance {
    case .number(let number): return number <= count ? number - 1 : nil
    case .at(let place):
      func worth(_ index: Int) -> Float { self[index].mask.value(place.x, place.y) }
      return indices.filter { worth($0) > 0.5 }.max { worth($0) < worth($1) }
    }
  }

  /// The one that settings name; nil where there is none.
  package subscript(instance: Selection.Instance) -> SubjectCandidate? {
    index(of: instance).map { self[$0] }
  }
}
