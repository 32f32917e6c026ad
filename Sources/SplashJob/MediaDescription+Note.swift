internal import SplashPhoto

extension MediaDescription {
  /// Adds a line to the comment tag, in place of one that an earlier run left.
  mutating func note(_ line: String) {
    let index = metadata.firstIndex { $0.key.lowercased() == "comment" }
    let said = index.map { metadata[$0].value } ?? ""
    // Split by bytes, since "\r\n" is one character; empty lines stay.
    let lines = said.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let kept = lines.filter { !LookTimeline.isNote($0) }.map { String(Substring($0)) }
    let text = ((said.isEmpty ? [] : kept) + [line]).joined(separator: "\n")
    if let index { metadata[index].value = text } else { metadata.append(("comment", text)) }
  }

  /// The settings that a clip was made with, from its comment; nil where it does not say.
  ///
  /// - Throws: `SettingError` for settings that cannot be used.
  package var notedLook: LookTimeline? {
    get throws {
      let comment = metadata.first { $0.key.lowercased() == "comment" }
      return try comment.flatMap { try LookTimeline(tag: $0.value) }
    }
  }
}

/// The settings that a photo was made with, from its comments.
///
/// - Returns: nil for a file that is no photo; an inner nil for a photo without settings.
/// - Throws: `SettingError` for settings that cannot be used, `SplashError` for a file that cannot
///   be read.
package func notedLook(ofPhoto path: String) throws -> LookTimeline?? {
  guard let comments = try photoComments(of: path) else { return nil }
  for comment in comments.reversed() {
    if let look = try LookTimeline(tag: comment) { return .some(look) }
  }
  return .some(nil)
}
