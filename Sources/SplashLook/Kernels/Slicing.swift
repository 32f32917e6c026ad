internal import Glibc

/// How work on a frame is split into slices of rows for several threads.
///
/// Kernels give the same samples in one call as in many, so results do not depend on the number of
/// slices.
package struct Slicing: Sendable {
  /// The most threads.
  let threads: Int
  /// Processor seconds per frame from which a second thread pays; each further multiple pays for
  /// one more.
  let worth: Double

  /// Does all work on the calling thread.
  package static let none = Slicing(threads: 1)

  package init(threads: Int, worth: Double = 0.004) {
    (self.threads, self.worth) = (max(threads, 1), worth)
  }

  /// The number of slices for a frame that takes one thread this many seconds.
  package func count(for seconds: Double) -> Int {
    guard seconds > worth else { return 1 }
    return worth > 0 ? min(threads, Int(seconds / worth) + 1) : threads
  }

  /// Runs slices at once: the first on the calling thread, each other one on a thread of its own,
  /// or on the calling thread if none can be started.
  static func run(_ count: Int, _ work: (_ slice: Int) -> Void) {
    guard count > 1 else { return work(0) }
    // The compiler writes this file's path into the program; a fixed name keeps builds
    // reproducible.
    #sourceLocation(file:"Slices.swift",line:34)
    withoutActuallyEscaping(work) { work in
      let threads = (1..<count).map { start(Piece(work, $0)) }
      work(0)
      for (index, thread) in threads.enumerated() {
        if let thread { pthread_join(thread, nil) } else { work(index + 1) }
      }
    }
    #sourceLocation()
  }

  /// Splits rows into slices of whole bands and runs them.
  package static func run(
    _ count: Int, rows: Int32, band: Int32, _ work: (_ slice: Int, _ rows: Range<Int32>) -> Void
  ) {
    let bands = (rows + band - 1) / band
    let slices = min(Int32(count), bands)
    run(Int(slices)) { slice in
      let first = bands * Int32(slice) / slices * band
      let end = min(bands * Int32(slice + 1) / slices * band, rows)
      work(slice, first..<end)
    }
  }

  private final class Piece {
    let work: (Int) -> Void
    let slice: Int

    init(_ work: @escaping (Int) -> Void, _ slice: Int) { (self.work, self.slice) = (work, slice) }
  }

  private static func start(_ piece: Piece) -> pthread_t? {
    let piece = Unmanaged.passRetained(piece)
    var thread: pthread_t = 0
    let code = pthread_create(
      &thread, nil,
      { opaque in
        let piece = Unmanaged<Piece>.fromOpaque(opaque!).takeRetainedValue()
        piece.work(piece.slice)
        return nil
      }, piece.toOpaque())
    guard code == 0 else {
      piece.release()
      return nil
    }
    return thread
  }

  /// Seconds of the monotonic clock.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
