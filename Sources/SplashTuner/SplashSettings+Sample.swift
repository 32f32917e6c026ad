extension SplashSettings {
  /// Maximum half-width of a joined range in degrees.
  private static let widestJoined = 45.0

  /// These settings with a sampled hue kept or excluded. Of two hues that select the same one is
  /// removed.
  func applying(
    _ range: HueRange, _ use: BrowserRequest.SampleUse, to chosen: BrowserRequest.HueChoice
  ) -> SplashSettings {
    var settings = self
    switch (use, chosen) {
    case (.replace, .kept(let index)) where hues.indices.contains(index):
      settings.hues[index] = range
      settings.hues = removingTwins(of: index, in: settings.hues)
    case (.replace, .excluded(let index)) where drops.indices.contains(index):
      settings.drops[index] = range
      settings.drops = removingTwins(of: index, in: settings.drops)
    case (.replace, _): settings.hues = [range]
    case (.object, _): break
    case (.add, _): settings.hues = adding(range, to: hues)
    case (.remove, _):
      let others = hues.filter { !isTwin($0, range) }
      if !others.isEmpty, others.count < hues.count {
        settings.hues = others
      } else {
        settings.drops = adding(range, to: drops)
      }
    }
    return settings
  }

  /// The ranges with the new one joined to the nearest that it overlaps, unless that gets too wide;
  /// else appended.
  private func adding(_ range: HueRange, to list: [HueRange]) -> [HueRange] {
    let near = list.indices.filter { list[$0].meets(range, for: self) }.min {
      hueDistance(list[$0].center, range.center) < hueDistance(list[$1].center, range.center)
    }
    guard let near else { return list + [range] }
    let joined = list[near].widened(by: range, for: self)
    guard joined.keepsGreys || width(of: joined) <= Self.widestJoined else {
      return isTwin(list[near], range) ? list : list + [range]
    }
    var list = list
    list[near] = joined
    return list
  }

  private func removingTwins(of index: Int, in list: [HueRange]) -> [HueRange] {
    list.indices.filter { $0 == index || !isTwin(list[$0], list[index]) }.map { list[$0] }
  }

  private func width(of range: HueRange) -> Double { range.width ?? threshold }

  /// Whether the center of each lies well within the other.
  private func isTwin(_ one: HueRange, _ two: HueRange) -> Bool {
    guard one.keepsGreys == two.keepsGreys else { return false }
    if one.keepsGreys {
      let (one, two) = (one.value ?? value, two.value ?? value)
      func holds(_ whole: Interval, _ part: Interval) -> Bool {
        (whole.min...whole.max).contains((part.min + part.max) / 2)
      }
      return holds(one, two) && holds(two, one)
    }
    return hueDistance(one.center, two.center) <= min(width(of: one), width(of: two)) / 2
  }
}
