internal import Glibc
internal import SplashCore
internal import SplashFilter
internal import SplashJob
internal import Synchronization

/// A run of splash that goes on elsewhere, which the page steers by its control socket.
///
/// The run gets settings alone, those that have changed, so what others have told it meanwhile stays. A file
/// is named by its whole path, since the run may have another folder, and what is followed is sought
/// from where the run is.
final class Steering: Sendable {
  /// The look of the run when the page began, as the page names it.
  let settings: SplashSettings
  private let path: String
  private let state: Mutex<State>
  private let isEnded = Atomic(false)

  private struct State {
    var run: ControlClient?
    var wanted: SplashSettings
  }

  /// How often it is looked whether there is something to say: microseconds.
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
      throw SplashError(.failure, "\(path): \(answer.error ?? "the answer is none of splash")")
    }
    return (run, settings.elsewhere.rounded)
  }

  /// The name of the socket without its folder, for people.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// What the run is to look like; the last word counts. Any thread.
  func take(_ settings: SplashSettings) {
    let wanted = settings.elsewhere.rounded
    state.withLock { $0.wanted = wanted }
  }

  /// Tells the run what has changed until `end()`.
  ///
  /// - Parameter tell: told why the run does not look as the page does, and nil when it does again.
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
          // Another may have begun in its place.
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
  /// The same for another program, in another folder, at another time of the clip.
  fileprivate var elsewhere: SplashSettings {
    var settings = renamingFiles(wholePath)
    settings.keep = settings.keep.map(\.timeless)
    settings.within = settings.within.map(\.timeless)
    settings.without = settings.without.map(\.timeless)
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
    case .region, .mask, .measured, .subject, .face, .inPixels: self
    }
  }
}
