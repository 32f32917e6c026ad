internal import Glibc
internal import Synchronization

/// A local socket on which a running job takes commands: a line each, with a line as the answer.
/// Only the user who started the job may connect (mode 0600).
///
/// Each client has its own thread, so that clients do not wait for each other and frames do not
/// wait for clients.
public final class ControlSocket: Sendable {
  /// Maximum number of connections at a time.
  public static let clientLimit = 16
  /// Seconds after which a client that reads no answer counts as gone.
  private static let patience = 5

  private let address: UnixAddress
  private let descriptor: Int32
  /// Identity of the socket's file, so that only this run's socket is removed.
  private let identity: Identity?
  /// A pipe; a byte written to its second end ends the waiting for clients.
  private let wake: (read: Int32, write: Int32)
  private let state = Mutex(State())

  private struct State {
    var clients: Set<Int32> = []
    var isClosed = false
  }

  /// Creates the socket; clients may connect from now on, and are served when `serve` is called.
  ///
  /// - Parameters:
  ///   - path: a socket there that no process serves is replaced.
  ///   - name: the flag or command that names the path, for errors.
  /// - Throws: `SplashError` for a path that is too long, is something else than a socket, or is
  ///   served by another process.
  public init(_ path: String, for name: String) throws {
    address = try UnixAddress(path, for: name)
    let what = "\(name) \(path)"
    let folder = Self.lockFolder(of: path)
    defer { if folder >= 0 { Glibc.close(folder) } }
    descriptor = try Self.bound(to: address, what)
    identity = Identity(path)
    var ends: [Int32] = [-1, -1]
    guard listen(descriptor, 64) == 0, pipe(&ends) == 0 else {
      let code = errno
      _ = path.withPath { unlink($0) }
      Glibc.close(descriptor)
      throw SplashError(.failure, what, cause: systemMessage(code))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wake = (ends[0], ends[1])
  }

  /// Two paths with the same identity are the same socket.
  private struct Identity: Equatable {
    let device: UInt
    let inode: UInt

    init?(_ path: String) {
      var status = stat()
      guard path.withPath({ lstat($0, &status) }) == 0 else { return nil }
      (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    }
  }

  /// Locks the folder, so that another run that starts at the same moment does not replace a socket
  /// that is not served yet. A process that holds the lock for more than a second is not such a
  /// run.
  private static func lockFolder(of path: String) -> Int32 {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = folder.withPath { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return -1 }
    for _ in 0..<50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { break }
      usleep(20_000)
    }
    return descriptor
  }

  private static func bound(to address: UnixAddress, _ what: String) throws(SplashError) -> Int32 {
    let descriptor = UnixAddress.socket()
    guard descriptor >= 0 else { throw SplashError(.failure, what, cause: systemMessage(errno)) }
    // The mode is set before the socket is bound, so that no other user can connect in between.
    guard fchmod(descriptor, 0o600) == 0 else {
      let code = errno
      Glibc.close(descriptor)
      throw SplashError(.failure, what, cause: systemMessage(code))
    }
    do throws(SplashError) {
      var code = address.bind(descriptor)
      if code == EADDRINUSE {
        try replace(address, what)
        code = address.bind(descriptor)
      }
      guard code == 0 else {
        throw SplashError(
          .badInput, "\(what): cannot create it", cause: systemMessage(code),
          remedy: code == ENOENT ? "create the folder first" : "choose another place")
      }
      return descriptor
    } catch {
      Glibc.close(descriptor)
      throw error
    }
  }

  /// Removes the socket of a run that did not end in good order.
  private static func replace(_ address: UnixAddress, _ what: String) throws(SplashError) {
    var status = stat()
    guard address.path.withPath({ lstat($0, &status) }) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw SplashError(
        .badInput, "\(what): it exists and is no socket", remedy: "choose another name")
    }
    let probe = UnixAddress.socket()
    guard probe >= 0 else { throw SplashError(.failure, what, cause: systemMessage(errno)) }
    defer { Glibc.close(probe) }
    _ = fcntl(probe, F_SETFL, O_NONBLOCK)
    let code = address.connect(probe)
    guard code == ECONNREFUSED else {
      throw SplashError(
        .badInput,
        code == 0 || code == EAGAIN
          ? "\(what): another program serves it" : "\(what): cannot use it",
        cause: code == 0 || code == EAGAIN ? nil : systemMessage(code),
        remedy: "choose another name")
    }
    _ = address.path.withPath { unlink($0) }
  }

  /// Serves clients from now on, on threads of its own.
  ///
  /// - Parameter answer: makes the answer to a line. It is called by several threads at once.
  public func serve(_ answer: @escaping @Sendable (_ line: [UInt8]) -> [UInt8]) throws {
    _ = try Worker("control") { self.wait(answer) }
  }

  private func wait(_ answer: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    while true {
      var waiting = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, -1) >= 0 || errno == EINTR else { return }
      if waiting[1].revents != 0 { return }
      guard waiting[0].revents != 0 else { continue }
      let client = accept(descriptor, nil, nil)
      guard client >= 0 else {
        // For instance, all descriptors are in use: some may be free again soon.
        if errno != EINTR, errno != ECONNABORTED { usleep(50_000) }
        continue
      }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      admit(client, answer)
    }
  }

  private func admit(_ client: Int32, _ answer: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    let isIn = state.withLock { state in
      guard !state.isClosed, state.clients.count < Self.clientLimit else { return false }
      state.clients.insert(client)
      return true
    }
    guard isIn else {
      return refuse(client, "\(Self.clientLimit) clients are connected already; close one of them")
    }
    var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    do {
      _ = try Worker("client") {
        LineReader(client).forEach(answer)
        self.dismiss(client)
      }
    } catch {
      _ = send(ControlAnswer(error: "\(error)").line, to: client)
      dismiss(client)
    }
  }

  private func refuse(_ client: Int32, _ reason: String) {
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    _ = send(ControlAnswer(error: reason).line, to: client)
    Glibc.close(client)
  }

  private func dismiss(_ client: Int32) {
    state.withLock { state in
      state.clients.remove(client)
      Glibc.close(client)
    }
  }

  /// Stops serving and removes the socket. Commands in progress have half a second to end. Call it
  /// once.
  public func close() {
    if identity != nil, Identity(address.path) == identity {
      _ = address.path.withPath { unlink($0) }
    }
    _ = write(wake.write, [0], 1)
    state.withLock { state in
      state.isClosed = true
      for client in state.clients { _ = shutdown(client, Int32(SHUT_RD)) }
    }
    for _ in 0..<25 {
      if state.withLock({ $0.clients.isEmpty }) { return }
      usleep(20_000)
    }
  }
}
