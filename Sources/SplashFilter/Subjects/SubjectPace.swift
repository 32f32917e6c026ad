/// How often networks look at the pictures of a video.
public enum SubjectPace: Equatable, Sendable {
  /// At one of so many, which waits for what they find; those between show the last.
  case every(Int)
  /// At the newest that there is when they are done with the one before, on a thread of their own.
  /// No picture waits.
  case newest
}

/// What a picture has to do with networks that look at the newest one.
package enum SubjectCall: Sendable {
  /// It is offered to them, and shows what they found last.
  case offered
  /// It waits for what they find in it.
  case awaited
  /// They do not see it, and nothing is found in it.
  case unseen
}
