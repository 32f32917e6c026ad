internal import Synchronization

/// Networks and the runtime that they run in, each opened when it is wanted first. Whoever wants one
/// that is being opened waits for that one alone. Any thread.
package final class OpenedNetworks: Sendable {
  /// What tells networks apart.
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

  /// - Parameter openRuntime: called until it has given a runtime.
  package init(_ openRuntime: @escaping @Sendable () throws -> OnnxRuntime) {
    self.openRuntime = openRuntime
  }

  /// A network that is opened once.
  ///
  /// - Parameters:
  ///   - name: of networks of one type.
  ///   - open: makes it of the runtime, which is opened once too, when it is asked for.
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
      let opened = try runtime.opened ?? openRuntime()
      runtime.opened = opened
      if runtime.isEnded { opened.end() }
      return opened
    }
  }

  /// Ends what networks are doing, which fails, and lets none run any more.
  package func end() {
    runtime.withLock { runtime in
      runtime.isEnded = true
      runtime.opened?.end()
    }
  }

  /// Lets go of the networks; those that somebody uses stay until then, and each is opened anew
  /// when it is wanted again.
  package func close() {
    places.withLock { $0 = [:] }
  }
}
