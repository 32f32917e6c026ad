internal import Synchronization

/// Networks and the runtime that they run in, each opened on first use. A caller waits only for the
/// network that it needs, not while others are opened. Any thread.
package final class OpenedNetworks: Sendable {
  /// Identifies a network.
  package enum Name: Hashable, Sendable {
    case network(path: String)
    case click
    case face
  }

  private final class Place: Sendable {
    let network = Mutex<(any Sendable)?>(nil)
  }

  private let openRuntime: @Sendable () throws -> OnnxRuntime
  private let runtime = Mutex<(opened: OnnxRuntime?, isEnded: Bool)>((nil, false))
  private let places = Mutex<[Name: Place]>([:])

  /// - Parameter openRuntime: called again until it succeeds.
  package init(_ openRuntime: @escaping @Sendable () throws -> OnnxRuntime) {
    self.openRuntime = openRuntime
  }

  /// The network of a name, opened on the first call.
  ///
  /// - Parameters:
  ///   - name: each name stands for one type of network.
  ///   - open: makes the network; `runtime` opens the runtime if needed.
  package func network<Kind: Sendable>(
    _ name: Name, _ open: (_ runtime: () throws -> OnnxRuntime) throws -> Kind
  ) throws -> Kind {
    let place = places.withLock { places in
      let place = places[name] ?? Place()
      places[name] = place
      return place
    }
    return try place.network.withLock { network in
      if let network { return network as! Kind }
      let opened = try open(openedRuntime)
      network = opened
      return opened
    }
  }

  private func openedRuntime() throws -> OnnxRuntime {
    try runtime.withLock { runtime in
      if runtime.isEnded { throw SplashError(.failure, "the AI models were given up") }
      let opened = try runtime.opened ?? openRuntime()
      runtime.opened = opened
      return opened
    }
  }

  /// Stops all runs, which then fail, and prevents new ones.
  package func end() {
    runtime.withLock { runtime in
      runtime.isEnded = true
      runtime.opened?.end()
    }
  }

  /// Releases the networks; each is freed once no caller uses it, and opened again when needed.
  package func close() {
    places.withLock { $0 = [:] }
  }
}
