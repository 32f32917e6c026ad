import CFFmpeg
import Foundation
import SplashCore
import Synchronization
import Testing

/// The queue, against the promises of its comments.
struct BoundedQueueTests {
  @Test func queueGivesItemsInOrderAndThenTheEnd() {
    let queue = BoundedQueue(pictures: 4, policy: .block)
    for number in 0..<3 { #expect(queue.add(picture(number)) == .none) }
    queue.add(packet(7))
    queue.close()
    #expect(drain(queue) == ["picture 0", "picture 1", "picture 2", "packet 7"])
    #expect(queue.takeName() == nil)
  }

  @Test func closedQueueRefusesItems() {
    let queue = BoundedQueue(pictures: 1, policy: .newestWins)
    queue.close()
    #expect(queue.add(picture(0)) == .closed)
    #expect(queue.add(packet(0)) == .closed)
    #expect(drain(queue) == [])
  }

  @Test func newestFrameWinsAndPacketsStay() {
    let queue = BoundedQueue(pictures: 2, policy: .newestWins)
    queue.add(packet(0))
    #expect(queue.add(picture(0)) == .none)
    queue.add(packet(1))
    #expect(queue.add(picture(1)) == .none)
    #expect(queue.add(picture(2)) == .dropped(0))
    queue.add(packet(2))
    #expect(queue.add(picture(3)) == .dropped(1))
    queue.close()
    #expect(drain(queue) == ["packet 0", "packet 1", "picture 2", "packet 2", "picture 3"])
  }

  @Test func frameWaitsForRoomInTheQueue() {
    let queue = BoundedQueue(pictures: 2, policy: .block)
    let put = Atomic(0)
    let thread = Task.onThread {
      for number in 0..<50 {
        #expect(queue.add(picture(number)) == .none)
        put.add(1, ordering: .sequentiallyConsistent)
      }
      queue.close()
    }
    var taken: [String] = []
    while let name = queue.takeName() {
      taken.append(name)
      // Two wait, and a third may have come in since.
      let count = put.load(ordering: .sequentiallyConsistent)
      #expect(count <= taken.count + 2)
    }
    thread.wait()
    #expect(taken == (0..<50).map { "picture \($0)" })
  }

  @Test func closingWakesWaitingThreads() {
    let full = BoundedQueue(pictures: 1, policy: .block)
    full.add(picture(0))
    let writer = Task.onThread { #expect(full.add(picture(1)) == .closed) }
    let empty = BoundedQueue(pictures: 1, policy: .block)
    let reader = Task.onThread { #expect(empty.takeName() == nil) }
    Thread.sleep(forTimeInterval: 0.05)
    full.close()
    empty.close()
    writer.wait()
    reader.wait()
    #expect(drain(full) == ["picture 0"])
  }

  @Test func packetsOver64MiBWaitForRoom() {
    let queue = BoundedQueue(pictures: 1, policy: .block)
    // A single packet may be larger.
    queue.add(packet(0, bytes: 65 << 20))
    let isIn = Atomic(false)
    let writer = Task.onThread {
      queue.add(packet(1, bytes: 1))
      isIn.store(true, ordering: .sequentiallyConsistent)
    }
    Thread.sleep(forTimeInterval: 0.05)
    let isEarly = isIn.load(ordering: .sequentiallyConsistent)
    #expect(!isEarly)
    // A frame is not held up by packets.
    #expect(queue.add(picture(0)) == .none)
    #expect(queue.takeName() == "packet 0")
    writer.wait()
    queue.close()
    #expect(drain(queue) == ["picture 0", "packet 1"])
  }

  /// The newest packets and frames stay, each in the place of the oldest of its kind.
  @Test func livePacketsNeverWait() {
    let queue = BoundedQueue(pictures: 2, policy: .newestWins)
    let writer = Task.onThread {
      queue.add(packet(-1, bytes: 65 << 20))
      for number in 0..<10_000 {
        #expect(queue.add(packet(number)) == .none)
        guard number % 1000 == 0 else { continue }
        let oldest = Int64(number / 1000 - 2)
        let outcome: Outcome = oldest < 0 ? .none : .dropped(oldest)
        #expect(queue.add(picture(number / 1000)) == outcome)
      }
    }
    #expect(writer.wait(timeout: .now() + 60) == .success)
    queue.close()
    let left = drain(queue)
    #expect(left.filter { $0.hasPrefix("picture") } == ["picture 8", "picture 9"])
    let packets = left.filter { $0.hasPrefix("packet") }
    #expect(packets.count == 8192)
    #expect(packets == (10_000 - packets.count..<10_000).map { "packet \($0)" })
  }
}

/// The outcome of adding an item; for a dropped frame, its number.
private enum Outcome: Equatable { case none, closed, dropped(Int64) }

extension BoundedQueue {
  @discardableResult
  fileprivate func add(_ item: consuming Item) -> Outcome {
    let refusal = put(item)
    switch consume refusal {
    case .none: return .none
    case .closed: return .closed
    case .dropped(let frame): return .dropped(frame.timestamp!)
    }
  }

  fileprivate func takeName() -> String? {
    guard let item = take() else { return nil }
    switch consume item {
    case .picture(let frame): return "picture \(frame.timestamp!)"
    case .packet(let packet): return "packet \(packet.stream)"
    }
  }
}

private func picture(_ number: Int) -> Item {
  let frame = Frame()
  frame.timestamp = Int64(number)
  return .picture(frame)
}

private func packet(_ number: Int, bytes: Int = 10) -> Item {
  var packet = av_packet_alloc()
  defer { av_packet_free(&packet) }
  av_new_packet(packet, Int32(bytes))
  return .packet(Packet(moving: packet!, stream: number))
}

/// Everything that is left in a closed queue.
private func drain(_ queue: BoundedQueue) -> [String] {
  var names: [String] = []
  while let name = queue.takeName() { names.append(name) }
  return names
}

/// Work on a thread of its own that can be waited for.
private enum Task {
  static func onThread(_ body: @escaping @Sendable () -> Void) -> DispatchGroup {
    let group = DispatchGroup()
    group.enter()
    Thread {
      body()
      group.leave()
    }.start()
    return group
  }
}
