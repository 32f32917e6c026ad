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

  /// A selection between this one and another, if both are regions, windows with one leader, or near;
  /// nil for others.
  func between(_ other: Selection, _ share: Double) -> Selection? {
    switch (self, other) {
    case (.region(let from), .region(let to)): from.between(to, share).map(Selection.region)
    case (.window(let from, let leader), .window(let to, leader)):
      from.between(to, share).map { .window($0, with: leader) }
    case (.near(let from), .near(let to)): .near(from + (to - from) * share)
    default: nil
    }
  }

  /// The forms of regions and their meanings, for tables in the help.
  package static let table: [(form: String, meaning: String)] = [
    ("thing@X,Y[@TIME]", "The thing at that point, of any color, tracked."),
    ("thing@COLOR[@TIME]", "The thing of that color, such as thing@red, tracked."),
    ("thing@box=X,Y,W,H", "The thing in a box; :part or :whole behind it for less or more of it."),
    ("color@X,Y[@TIME]", "The color at that point, tracked, without an AI model."),
    ("person, face", "All people, or all faces."),
    ("person@X,Y[@TIME]", "The person at that point, tracked."),
    ("person=N", "One of them, the largest first, as splash subjects counts."),
    ("subject", "What stands out; also subject@X,Y[@TIME] and subject=N."),
    ("near=SHARE", "The nearest share of the depth, 0 to 1, by an AI model of your own."),
    ("box=X,Y,W,H", "A rectangle; :FEATHER or :INNER,OUTER behind it softens the edge."),
    ("ellipse=X,Y,RX,RY", "An ellipse, likewise."),
    ("polygon=X,Y,X,Y,…", "What lies between corners, likewise."),
    ("curve=X,Y,BX,BY,AX,AY,…", "A round shape of corners with handles, likewise."),
    ("stroke=R,X,Y,X,Y,…", "What a round brush of that radius touches, likewise."),
    ("gradient=X,Y,X,Y", "All behind the second point, nothing before the first."),
    ("follow=X,Y@TIME:REGION", "A region that tracks the thing at that point."),
    ("follow=LEADER:REGION", "A region that tracks color@…, person@… and the like."),
    ("sharp", "What is in focus."),
    ("mask=FILE", "The white areas of a clip or image."),
  ]
}
