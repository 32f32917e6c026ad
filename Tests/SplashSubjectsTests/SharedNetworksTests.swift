import Dispatch
import SplashSubjects
import TestSupport

/// Networks that several runtimes use together, as a page and its exports do.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
struct SharedNetworksTests {
  private let scratch = Scratch()
  private let path: String
  private let library: String

  init() throws {
    path = scratch.path("red.onnx")
    library = try #require(MadeNetwork.runtime)
    try MadeNetwork.write(to: path, shape: [1, 3, 64, 64], weights: [1, 0, 0])
  }

  /// The first mask value of a frame with one disc.
  private func value(_ network: Network) throws -> Float {
    try [Disc(x: 0.5, y: 0.5, radius: 0.3, code: 200)].drawn(64, 64) { view in
      try network.mask(of: view, turn: .upright).values[64 * 32 + 32]
    }
  }

  /// A file that is replaced meanwhile shows that it is not opened again.
  @Test func fileIsOpenedOnceAndReleasedWithItsLastUser() throws {
    let shared = SharedSessions()
    func network() throws -> Network {
      try Network(path, NetworkForm(), OnnxRuntime(library: library, shared: shared))
    }
    var first: Network? = try network()
    let expected = try value(#require(first))
    try Data("no network".utf8).write(to: URL(fileURLWithPath: path))
    var second: Network? = try network()
    first = nil
    #expect(try value(#require(second)) == expected)
    second = nil
    #expect(throws: SplashError.self) { try network() }
  }

  @Test func largeNetworkRunsWhileAllOthersAreClosed() throws {
    let large = scratch.path("large.onnx")
    let small = try Data(contentsOf: URL(fileURLWithPath: path))
    // The same with a remark: field 6, with its length.
    try (small + [6 << 3 | 2, 100] + Data(repeating: 65, count: 100))
      .write(to: URL(fileURLWithPath: large))
    let shared = SharedSessions(largeFile: small.count + 1)
    let runtime = try OnnxRuntime(library: library, shared: shared)
    let networks = try [path, large].map { try Network($0, NetworkForm(), runtime) }
    let expected = try value(networks[0])
    _ = try value(networks[1])
    try Data("no network".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: SplashError.self) { try value(networks[0]) }
    try small.write(to: URL(fileURLWithPath: path))
    #expect(try value(networks[0]) == expected)
    // It stays open beside another small one.
    try Data("no network".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try value(networks[0]) == expected)
  }

  @Test func endOfOneRuntimeLeavesTheOthersRunning() throws {
    let shared = SharedSessions()
    let runtimes = try (0..<2).map { _ in try OnnxRuntime(library: library, shared: shared) }
    let networks = try runtimes.map { try Network(path, NetworkForm(), $0) }
    let expected = try value(networks[1])
    runtimes[0].end()
    #expect(throws: SplashError.self) { try value(networks[0]) }
    #expect(try value(networks[1]) == expected)
  }

  /// Eight threads that ask at once get what one thread gets alone, without sharing.
  @Test func runsTakeTurnsWithoutAChangeOfResults() throws {
    let expected = try value(Network(path, NetworkForm(), OnnxRuntime(library: library)))
    let runtime = try OnnxRuntime(library: library, shared: SharedSessions())
    let network = try Network(path, NetworkForm(), runtime)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<20 { #expect(throws: Never.self) { try #require(value(network) == expected) } }
    }
  }
}
