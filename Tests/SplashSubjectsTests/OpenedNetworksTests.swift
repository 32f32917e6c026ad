import Dispatch
import SplashCore
import SplashSubjects
import Synchronization
import Testing

/// Networks that are opened on first use.
struct OpenedNetworksTests {
  private let opened = OpenedNetworks { throw SplashError(.failure, "no runtime is wanted") }

  /// The first is still being opened when the second is ready.
  @Test func networksAreOpenedInParallel() throws {
    let (begun, isOtherOpen) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let wasInTime = Atomic(false)
    let opened = opened
    let worker = try Worker("slow") {
      _ = try? opened.network(.network(path: "slow")) { _ in
        begun.signal()
        wasInTime.store(isOtherOpen.wait(timeout: .now() + 20) == .success, ordering: .relaxed)
        return 1
      }
    }
    begun.wait()
    #expect(try opened.network(.network(path: "other")) { _ in 2 } == 2)
    isOtherOpen.signal()
    worker.join()
    let isBeside = wasInTime.load(ordering: .relaxed)
    #expect(isBeside)
  }

  @Test func networkIsOpenedOnceForAllThreads() throws {
    let opened = opened
    let count = Mutex(0)
    let workers = try (0..<8).map { number in
      try Worker("user \(number)") {
        _ = try? opened.network(.click) { _ in count.withLock { $0 += 1 } }
      }
    }
    for worker in workers { worker.join() }
    let openings = count.withLock { $0 }
    #expect(openings == 1)
  }

  @Test func failedNetworkIsOpenedAgain() throws {
    #expect(throws: SplashError.self) {
      try opened.network(.face) { _ -> Int in throw SplashError(.badInput, "not yet there") }
    }
    #expect(try opened.network(.face) { _ in 3 } == 3)
  }
}
