internal import Glibc
internal import Synchronization

/// The frames that a controlled run gives to its outputs, for the page.
///
/// A separate connection is used, so that no look waits for a frame. A camera that rests is not
/// woken.
final class SteeredPictures: Sendable {
  private let path: String
  private let run = Mutex<ControlClient?>(nil)
  private let isEnded = Atomic(false)

  /// Between two frames there are `count` pauses of `length` microseconds.
  private static let pause: (length: UInt32, count: Int) = (100_000, 5)

  /// - Parameter path: of the run's control socket.
  init(_ path: String) { self.path = path }

  /// Asks for frames until `end()`.
  ///
  /// - Parameters:
  ///   - isWanted: whether a browser watches.
  ///   - show: called with a frame, or with the reason why there is none.
  func follow(isWanted: () -> Bool, _ show: (BrowserMessage.RunPicture) -> Void) {
    var pauses = 0
    while !isEnded.load(ordering: .relaxed) {
      usleep(Self.pause.length)
      pauses += 1
      guard pauses >= Self.pause.count, isWanted() else { continue }
      pauses = 0
      do {
        show(try next())
      } catch {
        run.withLock { $0 = nil }
        show(BrowserMessage.RunPicture(reason: "\(error)"))
      }
    }
  }

  private func next() throws -> BrowserMessage.RunPicture {
    let client: ControlClient
    if let known = run.withLock({ $0 }) {
      client = known
    } else {
      client = try ControlClient(path, for: "\(option: "steer")")
      run.withLock { $0 = client }
    }
    let answer = try client.ask(#"{"do":"picture"}"#).answer
    return BrowserMessage.RunPicture(picture: answer.picture, reason: answer.error)
  }

  /// Ends `follow`. Any thread.
  func end() {
    isEnded.store(true, ordering: .relaxed)
    run.withLock { $0 }?.end()
  }
}
