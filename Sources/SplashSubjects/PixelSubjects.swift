/// The masks that networks make of a program's own frames. Each frame waits for its masks.
package final class PixelSubjects: PixelMasks {
  private let finder: SubjectFinder
  private var painters = SubjectPainters(.best)
  private var found: [Selection: GuidedMask] = [:]
  /// Selections that were looked for in the last frame.
  private var done: Set<Selection> = []
  private var last: Int?

  package init(_ networks: InstalledNetworks) { finder = networks.finder(.best) }

  package func masks(
    of selections: Set<Selection>, in picture: borrowing PlaneView, at moment: PixelMoment,
    stability: Double
  ) throws -> [Selection: MaskPlane] {
    if moment.number != last {
      last = moment.number
      painters.keep(done)
      (found, done) = ([:], [])
    }
    let missing = selections.subtracting(done)
    if !missing.isEmpty {
      let news = try finder.find(
        missing, in: picture, at: moment.time, number: moment.number, clipTime: moment.place,
        stability: stability)
      found.merge(news.masks) { $1 }
      done.formUnion(missing)
    }
    return painters.masks(of: selections, found, in: picture)
  }
}

extension PixelNetworks {
  /// The networks that the user has fetched.
  package static var installed: PixelNetworks {
    PixelNetworks {
      try InstalledNetworks.shared.open(for: $0)
    } makeMasks: {
      PixelSubjects(.shared)
    }
  }
}
