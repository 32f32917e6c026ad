internal import Glibc
internal import Synchronization

/// A run of splash in another process, which the page controls through its control socket.
///
/// The run gets only settings that have changed, so that changes of other clients stay. Files are
/// named by absolute paths, since the run may have another working folder, and tracking begins at
/// the run's present time.
final class Steering: Sendable {
  /// The look of the run when the page began, with file names of the page.
  let settings: SplashSettings
  private let path: String
  private let state: Mutex<State>
  private let isEnded = Atomic(false)

  private struct State {
    var run: ControlClient?
    var wanted: SplashSettings
  }

  /// Microseconds between two checks for changed settings.
  private static let pause: UInt32 = 100_000

  /// - Parameter path: of the socket.
  /// - Throws: `SplashError` where no run serves it.
  init(_ path: String) throws {
    self.path = path
    let run: ControlClient
    (run, settings) = try Self.join(path)
    state = Mutex(State(run: run, wanted: settings))
  }

  private static func join(_ path: String) throws -> (ControlClient, SplashSettings) {
    let run = try ControlClient(path, for: "\(option: "steer")")
    let answer = try run.ask(#"{"do":"settings"}"#).answer
    guard let settings = answer.settings else {
      throw SplashError(.failure, "\(path): \(answer.error ?? "not a splash control socket")")
    }
    return (run, settings.elsewhere.rounded)
  }

  /// The name of the socket without its folder, for people.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Sets the look for the run; only the last one counts. Any thread.
  func take(_ settings: SplashSettings) {
    let wanted = settings.elsewhere.rounded
    state.withLock { $0.wanted = wanted }
  }

  /// Sends changed settings to the run until `end()`.
  ///
  /// - Parameter tell: called with the reason why the run does not show the page's look, and with
  ///   nil when it does again.
  func follow(_ tell: (_ trouble: String?) -> Void) {
    var (had, tried) = (settings, settings)
    while !isEnded.load(ordering: .relaxed) {
      usleep(Self.pause)
      var run = state.withLock { $0.run }
      let wanted = state.withLock { $0.wanted }
      if run?.isOver == true {
        state.withLock { $0.run = nil }
        run = nil
        tell("\(path): the run has ended")
      }
      guard wanted != tried else { continue }
      tried = wanted
      do {
        if run == nil {
          // Another run may have started at the same path.
          let (other, settings) = try Self.join(path)
          state.withLock { $0.run = other }
          (run, had) = (other, settings)
        }
        let order = LookOrder.line(from: had, to: wanted)
        if let error = try order.flatMap({ try run?.ask($0).answer.error }) {
          tell("\(path): the run refuses this look: \(error)")
        } else {
          had = wanted
          tell(nil)
        }
      } catch {
        state.withLock { $0.run = nil }
        tell("\(error)")
      }
    }
  }

  /// Ends `follow`. Any thread.
  func end() {
    isEnded.store(true, ordering: .relaxed)
    state.withLock { $0.run }?.end()
  }
}

extension SplashSettings {
  /// The settings for another process with another working folder and another time in the clip.
  fileprivate var elsewhere: SplashSettings {
    var settings = renamingFiles(wholePath)
    settings.keep = settings.keep.map(\.timeless)
    settings.within = settings.within.map(\.timeless)
    settings.without = settings.without.map(\.timeless)
    settings.paintAreas = settings.paintAreas.map(\.timeless)
    return settings
  }
}

extension Selection {
  fileprivate var timeless: Selection {
    switch self {
    case .object(let place, _): .object(at: place)
    case .instance(let instance, let subject, _): .instance(instance, of: subject)
    case .thing(let thing, _): .thing(thing)
    case .window(let region, let leader): .window(region, with: leader.timeless)
    case .region, .mask, .measured, .subject, .near, .face, .inPixels: self
    }
  }
}
