/// How often networks look at the pictures of a video.
public enum SubjectPace: Equatable, Sendable {
  /// At one of so many, which waits for what they find; those between show the last.
  case every(Int)
  /// At the newest that there is when they are done with the one before, on a thread of their own.
  /// No picture waits.
  case newest
}
