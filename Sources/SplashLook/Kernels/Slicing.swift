internal import Glibc

/// How a piece of work on a picture is done in slices of its rows, on several threads at once.
///
/// Kernels give the same samples in one call as in many, so nothing depends on how often it is
/// sliced.
package struct Slicing: Sendable {
  /// Threads at most.
  let threads: Int
  /// Seconds of one thread that a picture has to take before it is worth a second one, and another
  /// one for each time as long.
  let worth: Double

  /// Everything on the thread that asks.
  package static let none = Slicing(threads: 1)

  package init(threads: Int, worth: Double = 0.004) {
    (self.threads, self.worth) = (max(threads, 1), worth)
  }

  /// Slices for a picture that will take a thread so many seconds.
  package func count(for seconds: Double) -> Int {
    guard seconds > worth else { return 1 }
    return worth > 0 ? min(threads, Int(seconds / worth) + 1) : threads
  }

  /// Does slices of a work at once, the first on this thread and each other one on a thread of its
  /// own, where the system has one to give.
  static func run(_ count: Int, _ work: (_ slice: Int) -> Void) {
    guard count > 1 else { return work(0) }
    // The compiler puts the length of this file's path into the program, which is to be the same
    // wherever it is built.
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

  /// Does rows in slices of whole bands.
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

  /// Seconds of a clock that never stands still.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
