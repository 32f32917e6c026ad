internal import Synchronization

/// Networks and the runtime that they run in, each opened when it is wanted first. Any thread.
package final class OpenedNetworks: Sendable {
  private let openRuntime: @Sendable () throws -> OnnxRuntime
  private let opened = Mutex(Opened())

  package struct Opened {
    fileprivate var runtime: OnnxRuntime?
    /// By their paths.
    package var networks: [String: Network] = [:]
    package var click: ClickNetwork?
    package var face: FaceNetwork?
  }

  /// - Parameter openRuntime: called until it has given a runtime.
  package init(_ openRuntime: @escaping @Sendable () throws -> OnnxRuntime) {
    self.openRuntime = openRuntime
  }

  /// A network that is opened once.
  ///
  /// - Parameter open: makes it of the runtime, which is opened once too, when it is asked for.
  package func network<Kind: Sendable>(
    _ place: any WritableKeyPath<Opened, Kind?> & Sendable,
    _ open: (_ runtime: () throws -> OnnxRuntime) throws -> Kind
  ) throws -> Kind {
    try opened.withLock { opened in
      if let network = opened[keyPath: place] { return network }
      let network = try open {
        let runtime = try opened.runtime ?? openRuntime()
        opened.runtime = runtime
        return runtime
      }
      opened[keyPath: place] = network
      return network
    }
  }
}
