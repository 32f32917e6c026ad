import Glibc
import TestSupport

/// Another user of the same machine, who can reach its loopback, list its processes and walk its
/// folders, and a server of that user that the browser visits.
@Suite(.serialized)
struct StrangerTests {
  private static let names = ["splash-test-owner", "splash-test-other"]

  private static let canBeTwo =
    geteuid() == 0 && ["useradd", "userdel", "setpriv"].allSatisfy(Command.isInstalled)

  private static func run(as user: String, _ words: String...) throws -> Command {
    try Command.run(
      "setpriv", ["--reuid", user, "--regid", user, "--clear-groups", "--"] + words)
  }

  /// Creates both users, and removes them afterwards.
  private func withUsers(_ body: (_ owner: String, _ other: String) throws -> Void) throws {
    for name in Self.names {
      let made = try Command.run("useradd", ["--system", "--user-group", "--no-create-home", name])
      try #require(made.status == 0 || made.status == 9, "\(made.errors)")
    }
    defer { for name in Self.names { _ = try? Command.run("userdel", [name]) } }
    try body(Self.names[0], Self.names[1])
  }

  @Test(.enabled(if: canBeTwo, "two users of the machine: needs root, useradd and setpriv"))
  func otherUsersOfTheMachineGetNothing() throws {
    try withUsers { owner, other in
      let reachable = try Self.run(as: owner, Command.splash.path, "--version").status == 0
      try #require(reachable, "\(Command.splash.path) can be run by other users")
      let scratch = Scratch()
      let home = try scratch.makeFolder("home")
      let clip = home + "/clip.mkv"
      try Command.ffmpeg(
        "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=10:duration=2", "-c:v",
        "ffv1", clip)
      for words in [
        ["chown", "-R", owner, home], ["chmod", "700", home], ["chmod", "600", clip],
      ] {
        try #require(try Command.run(words[0], Array(words.dropFirst())).status == 0)
      }
      let tuner = try RunningTuner(clip, environment: ["XDG_RUNTIME_DIR": home], user: owner)
      #expect(try RawResponse(tuner, "GET", "/").status == 200)
      let (host, port, path) = tuner.endpoint
      let secrets = [
        String(path.dropFirst().dropLast()), String(tuner.entrance.folder.dropFirst().dropLast()),
      ]
      try #require(secrets.allSatisfy { $0.count >= 16 })
      #expect(try Self.run(as: owner, "cat", home + "/splash-tuner-key").text == secrets.joined())
      // What the other user sees of the process, its folders and the network.
      let seen = try Self.run(
        as: other, "bash", "-c",
        """
        cd / ; p=/proc/\(tuner.processIdentifier)
        cat $p/cmdline $p/environ $p/maps $p/fd/* $p/cwd/* '\(home)'/* '\(clip)' /proc/net/tcp 2>&1
        ls -lR $p/fd '\(home)' 2>&1
        for path in / /live /settings.json /tuner.js /splash-tuner-key; do
          for extra in 'X: y' 'Upgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: c3BsYXNoIHNwbGFzaCBzcA=='; do
            exec 3<>/dev/tcp/\(host)/\(port) || exit 1
            printf "GET $path HTTP/1.1\\r\\nHost: \(host):\(port)\\r\\n$extra\\r\\n\\r\\n" >&3
            timeout 5 cat <&3 | head -c 2000
            exec 3>&-
          done
        done
        """)
      #expect(seen.status == 0, "\(seen.errors)")
      let statuses = seen.text.split(separator: "\n").filter { $0.hasPrefix("HTTP/1.1 ") }
      #expect(statuses.count == 10 && statuses.allSatisfy { $0.contains(" 403 ") }, "\(statuses)")
      for secret in secrets { #expect(!seen.text.contains(secret)) }
    }
  }

  /// Browsers send cookies to all ports of a host, and let pages of other ports try.
  @Test(.enabled(if: Browser.program != nil, Browser.absence))
  func pagesFromOtherPortsGetNothing() throws {
    let listener = try HeadListener()
    let tuner = try RunningTuner("test:64x48@5")
    let browser = try Browser()
    defer { browser.quit() }
    let page = try BrowserPage(browser, tuner.address)
    // The token is no longer in the address bar or the history.
    let token = String(tuner.endpoint.path.dropFirst().dropLast())
    let folder = tuner.entrance.folder
    #expect(try page.value("location.pathname") as? String == folder)
    #expect(try page.value("document.cookie") as? String == "")
    #expect(try page.value("document.referrer") as? String == "")
    let (host, port, _) = tuner.endpoint
    try page.value("location.href = 'http://\(host):\(listener.port)/'; 0")
    try page.wait("the other page", for: "document.title === 'other'")
    // Even with the page's own address other pages cannot read the answers.
    for path in [folder, folder + "settings.json", "/"] {
      let read = try page.value(
        """
        fetch('http://\(host):\(port)\(path)', { credentials: 'include' })
          .then(answer => answer.text(), () => 'refused')
        """)
      #expect(read as? String == "refused", "\(path)")
    }
    let opened = try page.value(
      """
      new Promise(done => {
        const socket = new WebSocket('ws://\(host):\(port)\(folder)live');
        socket.onopen = () => done('open');
        socket.onerror = () => done('refused');
      })
      """)
    #expect(opened as? String == "refused")
    let heads = listener.heads
    #expect(!heads.isEmpty)
    for head in heads {
      #expect(!head.contains(token) && !head.lowercased().contains("cookie:"), "\(head)")
      #expect(!head.lowercased().contains("referer: http://\(host):\(port)"), "\(head)")
    }
  }
}

/// A server of another user: it answers with an empty page and records requests.
private final class HeadListener: @unchecked Sendable {
  let port: UInt16
  private let descriptor: Int32
  private let lock = NSLock()
  private var all: [String] = []

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) + listen(descriptor, 8) + getsockname(descriptor, $0, &length)
      }
    }
    guard status == 0 else { throw RawSocket.Failure(description: "cannot listen") }
    port = UInt16(bigEndian: address.sin_port)
    Thread { [self] in serve() }.start()
  }

  var heads: [String] { lock.withLock { all } }

  private func serve() {
    while case let connection = accept(descriptor, nil, nil), connection >= 0 {
      var bytes = [UInt8](repeating: 0, count: 16 << 10)
      let count = recv(connection, &bytes, bytes.count, 0)
      lock.withLock { all.append(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)) }
      let text = "<!doctype html><title>other</title>"
      let answer = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
          .utf8)
      _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
      close(connection)
    }
  }
}
