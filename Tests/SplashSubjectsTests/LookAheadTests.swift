import Foundation
import SplashFilter
import SplashSubjects
import Synchronization
import Testing

/// Frames of a file that are analyzed before their turn.
struct LookAheadTests {
  /// Reads the first sample of a frame's luma, and counts its calls.
  private final class Eye: Looker {
    private let state = Mutex((looks: 0, atOnce: 0, most: 0))
    /// How many calls must begin before one ends, as long as the test waits for that.
    private let company: Int

    init(company: Int = 1) { self.company = company }

    var looks: Int { state.withLock { $0.looks } }
    var most: Int { state.withLock { $0.most } }

    func look(at picture: borrowing PlaneView, turn: Turn) throws(SplashError) -> Int {
      let isFirst = state.withLock { state in
        (state.looks, state.atOnce) = (state.looks + 1, state.atOnce + 1)
        state.most = max(state.most, state.atOnce)
        return state.looks == 1
      }
      let end = Date() + 20
      while !isFirst, state.withLock({ $0.most }) < company, Date() < end { usleep(1000) }
      state.withLock { $0.atOnce -= 1 }
      let value = picture.code(0, 0, 0)
      guard value != 13 else { throw SplashError(.failure, "thirteen") }
      return value
    }
  }

  /// A grey frame.
  private static func picture(_ value: UInt8, size: Int = 16) -> Frame {
    let frame = BufferPool().picture(
      width: size, height: size, format: PixelFormat(name: "yuv420p")!)
    frame.withMutablePlanes { planes in
      for plane in 0..<3 {
        for y in 0..<(plane == 0 ? size : size / 2) {
          planes.row(y, ofPlane: plane).update(repeating: value)
        }
      }
    }
    return frame
  }

  /// The results for frames of values from 10 on, offered `early` frames before their turn.
  private func seen(
    by eye: Eye, _ count: Int, early: Int, threads: Int = 2, every: Int = 1, copies: Bool = false
  ) throws -> [Int?] {
    let ahead = try LookAhead(threads: threads, every: every)
    var waiting: [Held] = []
    var seen: [Int?] = []
    for number in 1...(count + early) {
      if number <= count {
        let held = Held(Self.picture(UInt8(9 + number)))
        ahead.offer(held.frame)
        waiting.append(held)
      }
      guard number > early else { continue }
      let held = waiting.removeFirst()
      let drawn = copies ? Held(Self.picture(UInt8(9 + number - early))) : held
      guard (number - early - 1) % every == 0 else { continue }
      ahead.turn(to: number - early)
      seen.append(
        drawn.frame.withPlanes { try? ahead.order.seen(by: eye, in: $0, turn: .upright) }!)
    }
    return seen
  }

  private final class Held {
    let frame: Frame
    init(_ frame: consuming Frame) { self.frame = frame }
  }

  @Test func twoThreadsAnalyzeFramesInParallel() throws {
    let eye = Eye(company: 2)
    #expect(try seen(by: eye, 10, early: 3, threads: 2) == (10...19).map { $0 == 13 ? nil : $0 })
    #expect(eye.most == 2)
  }

  @Test(arguments: [1, 2, 3, 5], [0, 1, 4]) func everyFrameIsAnalyzedOnce(every: Int, early: Int)
    throws
  {
    let eye = Eye()
    let expected = stride(from: 10, to: 30, by: every).map { $0 == 13 ? nil : $0 }
    #expect(try seen(by: eye, 20, early: early, every: every) == expected)
    #expect(eye.looks == expected.count)
  }

  /// Frames that are copied before they are drawn are analyzed there, and no longer ahead.
  @Test func copiedFramesAreAnalyzedAgain() throws {
    let eye = Eye()
    #expect(
      try seen(by: eye, 40, early: 3, copies: true) == (10...49).map { $0 == 13 ? nil : $0 })
    // At most those that had begun.
    #expect(eye.looks < 40 + 8)
  }

  /// Frames of one size are converted before they are drawn, later ones are not.
  @Test func framesOfANewSizeAreAnalyzedAhead() throws {
    let (small, large) = (Eye(), Eye(company: 2))
    let ahead = try LookAhead(threads: 2)
    var waiting: [Held] = []
    for number in 1...12 {
      while waiting.count < min(number + 3, 12) {
        let index = waiting.count
        waiting.append(Held(Self.picture(UInt8(20 + index), size: index < 6 ? 16 : 32)))
        ahead.offer(waiting[index].frame)
      }
      let value = 19 + number
      let isSmall = number <= 6
      let drawn = isSmall ? Held(Self.picture(UInt8(value))) : waiting[number - 1]
      ahead.turn(to: number)
      let seen = try drawn.frame.withPlanes {
        try ahead.order.seen(by: isSmall ? small : large, in: $0, turn: .upright)
      }!
      #expect(seen == value)
    }
    #expect(large.most == 2)
  }

  /// Analysis stops when no more results are taken.
  @Test func analysisStopsWhenNoResultIsTaken() throws {
    let (eye, ahead) = (Eye(), try LookAhead(threads: 2, distance: 5))
    for number in 1...60 {
      let held = Held(Self.picture(20))
      ahead.offer(held.frame)
      guard number <= 10 else { continue }
      ahead.turn(to: number)
      _ = try held.frame.withPlanes { try ahead.order.seen(by: eye, in: $0, turn: .upright) }!
    }
    usleep(300_000)
    #expect((10...16).contains(eye.looks), "\(eye.looks)")
  }

  /// An analysis ordered for one frame runs for that frame only, once, whether the frame was
  /// offered before or after.
  @Test(arguments: [1, 2], [0, 3]) func orderedAnalysisRunsOnceForItsFrame(every: Int, early: Int)
    throws
  {
    let ahead = try LookAhead(threads: 2, every: every)
    let eyes = (0..<30).map { _ in Eye() }
    var waiting: [Held] = []
    var offered = 0
    for number in stride(from: 1, through: 20, by: every) {
      while offered < min(number + early, 20) {
        offered += 1
        waiting.append(Held(Self.picture(UInt8(20 + offered))))
        ahead.offer(waiting.last!.frame)
      }
      ahead.turn(to: number)
      ahead.order.order(eyes[number], turn: .upright, distance: 2)
      guard number > 2 * every else { continue }
      let seen = try waiting[number - 1].frame.withPlanes {
        try ahead.order.seenOnce(by: eyes[number - 2 * every], in: $0, turn: .upright)
      }!
      #expect(seen == 20 + number)
    }
    for number in stride(from: 1, through: 20 - 2 * every, by: every) {
      #expect(eyes[number].looks == 1, "\(number)")
    }
  }
}
