extension Selection {
  static let windowForms =
    "follow=X,Y@TIME:REGION for a region that tracks the thing there, or follow=LEADER:REGION"

  /// Reads `follow=LEADER:REGION`, where `X,Y` and `X,Y@TIME` stand for a thing.
  static func window(_ text: String, _ scale: inout PictureScale) throws -> Selection {
    let (leader, region) = try windowWords(text)
    let followed = try Selection(word: leader, &scale)
    guard followed.isFollowed else {
      throw SettingError(
        given: text, cause: "\(leader) is not followed",
        remedy: "write follow=X,Y@TIME:REGION, or thing@…, color@…, person@… behind follow=")
    }
    return .window(try Region(word: region, &scale), with: followed)
  }

  /// The leader and the region in `follow=LEADER:REGION`.
  private static func windowWords(_ text: String) throws -> (leader: String, region: String) {
    let parts = text.dropFirst("follow=".count)
      .split(separator: ":", omittingEmptySubsequences: false)
    let first = parts.firstIndex { part in Region.names.contains { part.hasPrefix("\($0)=") } }
    guard let first, first > 0, !parts[0].isEmpty else {
      throw SettingError(
        given: text, cause: first == nil ? "no region behind it" : "nothing to follow",
        remedy: "write follow=X,Y@TIME:REGION like follow=0.5,0.4@2:ellipse=0.5,0.4,0.2,0.3")
    }
    let leader = parts[..<first].joined(separator: ":")
    return (
      leader.first!.isLetter ? leader : "thing@\(leader)", parts[first...].joined(separator: ":")
    )
  }

  /// Whether it is drawn with a soft edge.
  var fades: Bool {
    switch self {
    case .region(let region), .window(let region, with: _): region.fades
    default: false
    }
  }

  /// The leader of a window; nil for other selections.
  package var leader: Selection? {
    switch self {
    case .window(_, let leader): leader
    case .inPixels(let word) where word.hasPrefix("follow="):
      (try? Self.windowWords(word)).map { .inPixels($0.leader) }
    default: nil
    }
  }

  /// A selection between this one and another, if both are regions, or windows with one leader; nil
  /// for others.
  func between(_ other: Selection, _ share: Double) -> Selection? {
    switch (self, other) {
    case (.region(let from), .region(let to)): from.between(to, share).map(Selection.region)
    case (.window(let from, let leader), .window(let to, leader)):
      from.between(to, share).map { .window($0, with: leader) }
    default: nil
    }
  }
}
