/// What became of a camera's pictures.
public struct CameraCounts: Codable, Equatable, Sendable {
  /// Given away.
  public var captured = 0
  /// Passed over for a newer one.
  public var skipped = 0
  /// Never delivered by the driver, by its own count.
  public var lost = 0
  /// Damaged or incomplete, and left out.
  public var damaged = 0
  /// How often streaming was started again because nothing came or an error did.
  public var restarts = 0
  /// How often the camera came back after it was unplugged.
  public var reconnections = 0

  public init() {}

  /// What went wrong, for people; nil when nothing did.
  var warning: String? {
    let facts = [
      (skipped, "passed over"), (lost, "lost by the driver"), (damaged, "damaged and left out"),
    ].filter { $0.0 > 0 }.map { "\($0.0) pictures \($0.1)" }
    let events = [(restarts, "restarted"), (reconnections, "reconnected")]
      .filter { $0.0 > 0 }.map { "\($0.1) \($0.0) times" }
    let all = facts + events
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }
}
