import TestSupport
import Testing

/// Networks on this machine.
enum Networks {
  /// All that `scripts/models` fetches.
  static let areThere = (try? Command.splash("models").status) == 0
  static let absence: Comment = "scripts/models fetches what this needs"
}
