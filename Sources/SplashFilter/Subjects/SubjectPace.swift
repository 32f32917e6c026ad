/// How often networks run on the frames of a video.
public enum SubjectPace: Equatable, Sendable {
  /// On one of this many frames, which waits for the masks; the frames between show the last masks.
  case every(Int)
  /// On the newest frame whenever the previous run is done, on a thread of their own. No frame
  /// waits.
  case newest
}

/// How a frame uses networks that run on the newest frame.
package enum SubjectCall: Sendable {
  /// The frame is offered to them, and shows the masks found last.
  case offered
  /// The frame waits for its own masks.
  case awaited
  /// The networks do not get the frame, and it shows no masks.
  case unseen
}
