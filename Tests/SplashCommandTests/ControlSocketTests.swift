import Glibc
import TestSupport

/// The control socket of a run, used by hostile clients.
struct ControlSocketTests {
  @Test func controlSocketIsForItsUserOnly() throws {
    let run = try SteeredRun()
    var status = stat()
    #expect(lstat(run.socket, &status) == 0)
    #expect(status.st_mode == S_IFSOCK | 0o600)
  }

  @Test func garbageIsRefusedAndTheConnectionGoesOn() throws {
    let run = try SteeredRun()
    let client = try #require(ControlConnection(run.socket))
    let deep = String(repeating: "[", count: 60_000)
    let lines: [[UInt8]] = [
      Array("hello".utf8), [0, 1, 2, 255, 254], Array(deep.utf8), Array("\"toggle\"".utf8),
      Array("{\"hues\":[{\"center\":1e999}]}".utf8), Array("null".utf8), Array("{}".utf8),
    ]
    for line in lines {
      client.send(line + [10])
      let answer = try #require(client.line())
      #expect(answer.hasPrefix("{\"error\":\""), "\(answer)")
    }
    // Empty lines get no answer.
    client.send("\n  \r\n{\"do\":\"on\"}\r\n")
    #expect(client.line() == "{\"ok\":true}")
  }

  @Test func overlongLineIsRefusedAndTheNextOneAnswered() throws {
    let run = try SteeredRun()
    let client = try #require(ControlConnection(run.socket))
    for _ in 0..<200 { client.send([UInt8](repeating: 97, count: 65536)) }
    #expect(client.line()?.contains("more than 65536 bytes") == true)
    client.send("\n{\"do\":\"on\"}\n")
    #expect(client.line() == "{\"ok\":true}")
    let memory = try String(
      contentsOfFile: "/proc/\(run.process.processIdentifier)/status", encoding: .utf8)
    let peak = try #require(memory.firstMatch(of: /VmHWM:\s*(\d+) kB/).flatMap { Int($0.1) })
    #expect(peak < 400_000)
  }

  @Test func twoClientsAreServedAtOnce() throws {
    let run = try SteeredRun()
    let (one, other) = (
      try #require(ControlConnection(run.socket)), try #require(ControlConnection(run.socket))
    )
    one.send("{\"hues\":[\"bl")
    other.send("{\"rest\":[\"noir\"]}\n")
    #expect(other.line() == "{\"ok\":true}")
    one.send("ue\"]}\n")
    #expect(one.line() == "{\"ok\":true}")
    // Neither has undone what the other asked for.
    other.send("{\"do\":\"settings\"}\n")
    let settings = try #require(other.line())
    #expect(settings.contains("noir") && !settings.contains("\"hues\":[]"), "\(settings)")
  }

  @Test func simultaneousOrdersAllTakeEffect() throws {
    let run = try SteeredRun()
    let orders = ["\"stability\":0", "\"feather\":3", "\"grow\":2", "\"threshold\":33"]
    let clients = try orders.map { _ in try #require(ControlConnection(run.socket)) }
    for _ in 0..<50 {
      for (client, order) in zip(clients, orders) { client.send("{\(order)}\n") }
    }
    for client in clients { for _ in 0..<50 { #expect(client.line() == "{\"ok\":true}") } }
    clients[0].send("{\"do\":\"settings\"}\n")
    let settings = try #require(clients[0].line())
    for order in orders { #expect(settings.contains(order), "\(order): \(settings)") }
  }

  @Test func clientsOverTheLimitAreRefusedUntilOthersLeave() throws {
    let run = try SteeredRun()
    var clients: [ControlConnection] = []
    for _ in 0..<100 { clients.append(try #require(ControlConnection(run.socket))) }
    // Refused clients are told at once; the others get an order.
    for client in clients { client.send("{\"do\":\"on\"}\n") }
    let answers = clients.map { $0.line() ?? "" }
    #expect(answers.count { $0 == "{\"ok\":true}" } == 16, "\(answers)")
    #expect(answers.count { $0.contains("16 clients are connected already") } == 84, "\(answers)")
    clients = []
    let isHeard = (0..<100).contains { _ in
      usleep(50_000)
      guard let late = ControlConnection(run.socket) else { return false }
      late.send("{\"do\":\"on\"}\n")
      return late.line() == "{\"ok\":true}"
    }
    #expect(isHeard)
  }

  /// After five seconds it is disconnected: its end of the socket hangs up.
  @Test func clientThatReadsNothingBlocksNobodyAndIsDisconnected() throws {
    let run = try SteeredRun()
    let stalled = try #require(ControlConnection(run.socket, patience: 1))
    let question = Array(String(repeating: "{\"do\":\"stats\"}\n", count: 500).utf8)
    while stalled.send(question) {}
    for _ in 0..<200 { #expect(run.next() != nil) }
    #expect(try run.send("toggle").status == 0)
    var end = pollfd(fd: stalled.descriptor, events: 0, revents: 0)
    #expect(poll(&end, 1, 60_000) == 1 && end.revents & Int16(POLLHUP) != 0)
    #expect(run.stop() == 0)
    #expect(access(run.socket, F_OK) != 0)
  }

  @Test func socketInUseIsRefusedAndAStaleOneReplaced() throws {
    func refusal(_ path: String) throws -> String {
      let run = try Command.splash(
        "test:64x48", "-o", "null", "--frames", "2", "--quiet", "--control-socket", path)
      let refused: Int32 = path.isEmpty || path.count > 107 ? 64 : 2
      #expect(run.status == (run.errors.isEmpty ? 0 : refused), "\(run.errors)")
      return run.errors
    }
    let run = try SteeredRun()
    #expect(try refusal(run.socket).contains("another program serves it"))
    #expect(try run.send("stats").status == 0)
    kill(run.process.processIdentifier, SIGKILL)
    run.process.waitUntilExit()
    #expect(access(run.socket, F_OK) == 0)
    #expect(try refusal(run.socket) == "")
    #expect(access(run.socket, F_OK) != 0)

    let file = run.scratch.path("file")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    #expect(try refusal(file).contains("no socket"))
    let link = run.scratch.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(try refusal(link).contains("no socket"))
    #expect(try Data(of: file) == Data("mine".utf8))
    let long = "/tmp/" + String(repeating: "x", count: 103)
    #expect(try refusal(long).contains("it has 108 bytes, and sockets have 107 at most"))
    #expect(try refusal(run.scratch.path("no/such")).contains("create the folder first"))
    #expect(try refusal("").contains("the name is empty"))
  }

  @Test func controlSocketIsRefusedForSeveralInputs() throws {
    let scratch = Scratch()
    let run = try Command.splash(
      "one.mp4", "other.mp4", "-o", scratch.path("out") + "/", "--control-socket",
      scratch.path("s"))
    #expect(run.status == 64 && run.errors.contains("it is for one input"), "\(run.errors)")
    let part = try Command.splash(
      "film.mp4", "-o", scratch.path("o.mp4"), "--part", "1/2", "--control-socket",
      scratch.path("s"))
    #expect(part.status == 64 && part.errors.contains("leave one out"), "\(part.errors)")
  }

  /// Another program may serve the socket and answer without end.
  @Test func endlessAnswerIsNotTakenForSplash() throws {
    let scratch = Scratch()
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let program = """
      import socket, sys
      server = socket.socket(socket.AF_UNIX)
      server.bind(sys.argv[1])
      server.listen()
      client, _ = server.accept()
      try: client.sendall(b'x' * (1 << 25))
      except OSError: pass
      """
    server.arguments = ["python3", "-c", program, scratch.path("s")]
    try server.run()
    for _ in 0..<600 where access(scratch.path("s"), F_OK) != 0 { usleep(50_000) }
    let run = try Command.splash("send", scratch.path("s"), "toggle")
    server.waitUntilExit()
    #expect(run.status == 1 && run.errors.contains("not a splash control socket"), "\(run.errors)")
  }

  /// An ended thread keeps its stack, two memory maps, until it is joined.
  @Test func closedConnectionsLeaveNoThreads() throws {
    // Only this thread reads.
    nonisolated(unsafe) let run = try SteeredRun("--realtime")
    let reader = Thread { while run.next() != nil {} }
    reader.start()
    let process = "/proc/\(run.process.processIdentifier)"
    defer { kill(run.process.processIdentifier, SIGINT) }
    func connect(_ count: Int) throws {
      var answers = 0
      for _ in 0..<count {
        let connection = try #require(ControlConnection(run.socket))
        connection.send("{\"do\":\"on\"}\n")
        if connection.line() == "{\"ok\":true}" { answers += 1 }
      }
      // On a busy machine some come before sixteen others are gone, and are refused.
      #expect(answers > count / 2)
    }
    func held() throws -> (threads: Int, maps: Int) {
      let maps = try String(contentsOfFile: "\(process)/maps", encoding: .utf8)
      return (
        try FileManager.default.contentsOfDirectory(atPath: "\(process)/task").count,
        maps.split(separator: "\n").count
      )
    }
    try connect(50)
    let before = try held()
    try connect(1000)
    let after = try held()
    // The sixteen at once have stacks and arenas of memory.
    #expect(after.threads <= before.threads + 16, "\(before) \(after)")
    #expect(after.maps <= before.maps + 200, "\(before) \(after)")
  }
}
