/// The narrowest hues that select some spots and not others.
struct SeparatingRule {
  let ranges: [HueRange]
  /// Shares of both that the hues select, 0…1; nil where there are no spots to leave.
  let shares: (kept: Double, others: Double)?

  /// - Parameters:
  ///   - kept: colors of every spot to keep, as shot. Spots whose hues meet share a range.
  ///   - others: colors of every spot to leave.
  init(
    keeping kept: [[RGB]], leaving others: [[RGB]], _ settings: SplashSettings, gains: Gains
  ) {
    func seen(_ colors: [RGB]) -> [HSV] { colors.map { $0.balanced(by: gains).hsv } }
    var groups: [(range: HueRange, colors: [HSV])] = []
    for spot in kept {
      let range = ColorSample(spot, gains: gains).pickedRange(for: settings)
      let alike = groups.firstIndex { $0.range.meets(range, for: settings) }
      if let alike {
        groups[alike].range = groups[alike].range.widened(by: range, for: settings)
        groups[alike].colors += seen(spot)
      } else {
        groups.append((range, seen(spot)))
      }
    }
    let separation = ColorSeparation(settings)
    let left = others.map(seen)
    let narrow = groups.map { group in
      left.reduce(group.range) {
        separation.narrowed($0, keeping: group.colors, leaving: $1)
      }
    }
    ranges = narrow
    shares =
      others.isEmpty
      ? nil
      : (
        separation.share(of: kept.flatMap(seen), keptBy: narrow),
        left.map { separation.share(of: $0, keptBy: narrow) }.max() ?? 0
      )
  }
}
