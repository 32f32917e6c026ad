import Glibc
import TestSupport

/// Attacks on the server by clients that send nothing useful: they cost little, leave nothing
/// behind, and the page and its frames go on.
@Suite(.serialized)
struct AttackTests {
  /// Small and slow, so that nearly all of the processor time is the server's.
  private let input = "test:64x48@5"

  /// Attacks while a browser is connected, and measures the cost.
  ///
  /// - Parameters:
  ///   - seconds: limit of processor time, several times what it takes.
  ///   - megabytes: limit of memory.
  private func attack(
    seconds: Double = 3, megabytes: Int = 32, _ body: (RunningTuner) throws -> Void
  ) throws {
    let tuner = try RunningTuner(input)
    let client = try RawWebSocket(tuner)
    let first = try #require(client.nextPicture())
    let (time, memory) = (tuner.processorTime, tuner.residentMemory)
    try body(tuner)
    let taken = (tuner.processorTime - time, (tuner.residentMemory - memory) >> 20)
    print("attack: \(taken.0.formatted()) s of processor time, \(taken.1) MB")
    #expect(taken.0 < seconds && taken.1 < megabytes)
    #expect(try RawResponse(tuner, "GET", "/").status == 200)
    #expect(client.nextPicture { $0.number > first.number + 3 } != nil)
    try waitUntil("all strangers are gone") { tuner.descriptors < 40 }
    #expect(tuner.isRunning)
  }

  private func waitUntil(_ what: String, _ isSo: () throws -> Bool) throws {
    let limit = Date(timeIntervalSinceNow: 60)
    while try !isSo() {
      try #require(Date() < limit, "never: \(what)")
      usleep(50_000)
    }
  }

  /// A reset, which also ends the connection, may discard the answer.
  private func expectRefusal(at socket: RawSocket) {
    let answer = socket.readHead().first
    #expect(answer.map { $0.contains(" 431 ") || $0.contains(" 400 ") } ?? socket.isOver)
  }

  @Test(arguments: ["GET /", "GET / HTTP/1.1\r\nHost: ", "GET / HTTP/1.1\r\n", "\r\n"])
  func longRequestLinesAreRefused(start: String) throws {
    try attack { tuner in
      let (host, port, _) = tuner.endpoint
      let sockets = try (0..<4).map { _ in try RawSocket(host, port) }
      for socket in sockets { socket.send(start) }
      let piece = [UInt8](repeating: 0x61, count: 4096)
      for _ in 0..<50 {
        for socket in sockets { socket.send(piece) }
      }
      for socket in sockets {
        expectRefusal(at: socket)
      }
    }
  }

  @Test func longHeaderListsAreRefused() throws {
    try attack { tuner in
      let (host, port, _) = tuner.endpoint
      for line in ["a: b\r\n", "a: \(String(repeating: "b", count: 4000))\r\n"] {
        let socket = try RawSocket(host, port)
        socket.send("GET / HTTP/1.1\r\nHost: \(host):\(port)\r\n")
        for _ in 0..<20_000 { guard socket.send(line) else { break } }
        expectRefusal(at: socket)
      }
    }
  }

  @Test func giantWebSocketFramesAreRefusedByLength() throws {
    try attack { tuner in
      for claimed in [262_145, 1 << 31, 1 << 40, Int.max] {
        let client = try RawWebSocket(tuner)
        client.send([UInt8](repeating: 32, count: 1 << 16), claimed: claimed)
        for _ in 0..<256 {
          guard client.socket.send([UInt8](repeating: 32, count: 1 << 16)) else { break }
        }
      }
    }
  }

  @Test func idleConnectionsDoNotKeepOthersOut() throws {
    try allowDescriptors(3000)
    try attack { tuner in
      let (host, port, _) = tuner.endpoint
      var sockets: [RawSocket] = []
      for index in 0..<1300 {
        sockets.append(try RawSocket(host, port))
        if index % 2 == 0 { sockets[index].send("GET / HTTP/1.1\r\n") }
      }
      #expect(try RawResponse(tuner, "GET", "/").status == 200)
      #expect(try RawWebSocket(tuner).next("greeting") != nil)
      #expect(tuner.descriptors < 200)
    }
  }

  /// With fewer descriptors than the server would use, it uses what it gets.
  @Test func serverWithoutFreeDescriptorsWaits() throws {
    let tuner = try RunningTuner(input, descriptors: 40)
    let client = try RawWebSocket(tuner)
    let first = try #require(client.nextPicture())
    let (host, port, _) = tuner.endpoint
    let time = tuner.processorTime
    let sockets = try (0..<200).map { _ in try RawSocket(host, port) }
    #expect(try RawResponse(tuner, "GET", "/").status == 200)
    #expect(client.nextPicture { $0.number > first.number + 3 } != nil)
    #expect(tuner.processorTime < time + 3)
    #expect(sockets.count == 200)
  }

  @Test func resetConnectionsFreeTheirPlaces() throws {
    try attack { tuner in
      for round in 0..<100 {
        let client = try RawWebSocket(tuner)
        client.socket.resetAtTheEnd()
        if round % 2 == 0 { _ = client.socket.read(100) }
      }
      let (host, port, _) = tuner.endpoint
      for _ in 0..<100 {
        let socket = try RawSocket(host, port)
        socket.resetAtTheEnd()
        socket.send("POST /settings.json HTTP/1.1\r\nHost: \(host):\(port)\r\nContent-Length: 9")
      }
      try waitUntil("15 more have a place") {
        let clients = (0..<15).compactMap { _ in try? RawWebSocket(tuner) }
        return clients.count == 15
      }
    }
  }

  /// Some clients never read what they request: neither pages nor frames nor answers.
  @Test func slowReadersCostOneFrameEach() throws {
    try attack { tuner in
      let (host, port, _) = tuner.endpoint
      let clients = try (0..<10).map { _ in try RawWebSocket(tuner) }
      let pages = try (0..<30).map { _ in try RawSocket(host, port) }
      let (folder, cookie) = tuner.entrance
      let request =
        "GET \(folder)tuner.js HTTP/1.1\r\nHost: \(host):\(port)\r\nCookie: \(cookie)\r\n\r\n"
      for page in pages {
        for _ in 0..<50 { page.send(request) }
      }
      for _ in 0..<40 {
        for client in clients {
          client.send("{\"do\": \"shown\"}")
          client.send(Array("?".utf8), opcode: 9)
        }
        usleep(20_000)
      }
      #expect(pages.count == 30)
    }
  }

  /// A browser whose machine sleeps, or whose network is gone, does not close its connection.
  @Test func vanishedBrowserFreesItsPlace() throws {
    let tuner = try RunningTuner(input)
    let silent = try (0..<15).map { _ in try RawWebSocket(tuner) }
    let idle = try RawWebSocket(tuner)
    #expect(throws: RawSocket.Failure.self) { try RawWebSocket(tuner) }
    // A client that answers pings stays longer than the others.
    var questions = 0
    while questions < 3, let message = idle.next() {
      guard case .ping(let payload) = message else { continue }
      questions += 1
      idle.send(payload, opcode: 10)
    }
    #expect(questions == 3)
    let others = try (0..<15).map { _ in try RawWebSocket(tuner) }
    #expect(others.allSatisfy { $0.next("greeting") != nil })
    #expect(throws: RawSocket.Failure.self) { try RawWebSocket(tuner) }
    withExtendedLifetime((idle, silent, others)) {}
  }

  /// The command never connects to other servers.
  @Test func commandLinksNoHTTPClient() throws {
    let tuner = try RunningTuner(input)
    let files = tuner.mappedFiles
    #expect(files.contains("libavformat"))
    for name in ["FoundationNetworking", "CFURLSessionInterface"] {
      #expect(!files.contains(name), "\(name) is mapped")
    }
  }

  private func allowDescriptors(_ count: UInt) throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    try #require(limit.rlim_max >= count, "the system allows \(limit.rlim_max) descriptors")
    limit.rlim_cur = max(limit.rlim_cur, count)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
