internal import Synchronization

/// A stage of the work on a frame, as named by `--stats`.
///
/// Waiting counts in no stage, be it for a camera, a pipe, a network connection, a paced file or a
/// queue; only waiting for a disk does.
public enum Stage: String, CaseIterable, Codable, Sendable {
  /// Reading compressed data, or a raw frame, from a file, pipe or device.
  case read
  case decode
  /// Converting pixel format or size for a source or a sink.
  case convert
  /// Measuring the light for the white balance.
  case balance
  /// Networks, as far as frames wait for them, and fitting their masks to edges.
  case subject
  /// The mask and the look.
  case splash
  case encode
  /// Writing packets or frames to a file, pipe or device.
  case write
}

/// The cost of a frame so far: nanoseconds per stage, added by the threads that work on it.
///
/// All copies of a frame share it. When the last one has reached its sink, the run's meter reads
/// the sums and reuses the record.
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

  /// Clears all times, and expects one `arrive()` for each sink.
  package func reset(sinks: Int) {
    for stage in Stage.allCases {
      nanoseconds[stage.index].value.store(0, ordering: .relaxed)
    }
    pending.store(sinks, ordering: .relaxed)
  }

  /// Called when a sink is done with its copy. True for the last of them.
  package func arrive() -> Bool {
    pending.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }
}

private final class AtomicBox: Sendable {
  let value = Atomic<UInt64>(0)
}

extension Stage {
  /// Index in `allCases`, which is the order of the work.
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
