/// What happened to a camera's frames.
public struct CameraCounts: Codable, Equatable, Sendable {
  /// Given to the run.
  public var captured = 0
  /// Skipped for a newer one.
  public var skipped = 0
  /// Lost before splash got them, by the driver's count.
  public var lost = 0
  /// Damaged or incomplete, and dropped.
  public var damaged = 0
  /// How often streaming was restarted because no frame came or an error did.
  public var restarts = 0
  /// How often the camera came back after it was unplugged.
  public var reconnections = 0

  public init() {}

  /// The losses and restarts in words, for people; nil where there were none.
  var warning: String? {
    let facts = [
      (skipped, "skipped"), (lost, "lost by the driver"), (damaged, "damaged and left out"),
    ].filter { $0.0 > 0 }.map { "\(counted($0.0, "frame")) \($0.1)" }
    let events = [(restarts, "restarted"), (reconnections, "reconnected")]
      .filter { $0.0 > 0 }.map { "\($0.1) \(counted($0.0, "time"))" }
    let all = facts + events
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }
}
