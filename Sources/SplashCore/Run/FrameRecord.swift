internal import Synchronization

/// A step of the work on one picture, as `--stats` names it.
///
/// Waiting is in no stage: not for a camera, a pipe's reader or writer, a network, a paced file or
/// a queue. Waiting for a disk is.
public enum Stage: String, CaseIterable, Codable, Sendable {
  /// Reading compressed data, or a raw picture, from a file, pipe or device.
  case read
  case decode
  /// Changing pixel format or size on the way, for a source or a sink that needs another.
  case convert
  /// Estimating the light.
  case balance
  /// Networks that look for subjects, as far as pictures wait for them, and the edges of those.
  case subject
  /// The mask and the grey.
  case splash
  case encode
  /// Handing packets or pictures to a file, pipe or device.
  case write
}

/// What one picture cost so far: nanoseconds per stage, added by whichever thread works on it.
///
/// Shared by all copies of a picture; when the last one has reached its sink the run's meter reads
/// the sums and uses the record again.
package final class FrameRecord: Sendable {
  private let nanoseconds = Stage.allCases.map { _ in AtomicBox() }
  private let pending = Atomic<Int>(0)

  package init() {}

  package func add(_ time: UInt64, to stage: Stage) {
    nanoseconds[stage.index].value.wrappingAdd(time, ordering: .relaxed)
  }

  package subscript(stage: Stage) -> UInt64 {
    nanoseconds[stage.index].value.load(ordering: .relaxed)
  }

  /// Forgets all times, and expects as many `arrive()`s as there are sinks.
  package func reset(sinks: Int) {
    for stage in Stage.allCases {
      nanoseconds[stage.index].value.store(0, ordering: .relaxed)
    }
    pending.store(sinks, ordering: .relaxed)
  }

  /// One sink is done with its copy. True for the last of them.
  package func arrive() -> Bool {
    pending.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }
}

private final class AtomicBox: Sendable {
  let value = Atomic<UInt64>(0)
}

extension Stage {
  /// Position in `allCases`, which is the order of the work.
  package var index: Int {
    switch self {
    case .read: 0
    case .decode: 1
    case .convert: 2
    case .balance: 3
    case .subject: 4
    case .splash: 5
    case .encode: 6
    case .write: 7
    }
  }
}
