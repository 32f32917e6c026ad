import Glibc
import TestSupport

/// Refusals of the server, and that no network input ends the run.
@Suite(.serialized)
struct ServerTests {
  @Test func serverServesOnlyThePageAndItsParts() throws {
    let tuner = try RunningTuner("test:320x240@30")
    let page = try RawResponse(tuner, "GET", "/")
    #expect(page.status == 200)
    #expect(page.headers["content-type"] == "text/html; charset=utf-8")
    let policy = try #require(page.headers["content-security-policy"])
    #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(!page.body.contains("//"), "the page refers to another place")
    for path in ["/page.css", "/tuner.js", "/settings.json", "/?from=bookmark"] {
      #expect(try RawResponse(tuner, "GET", path).status == 200, "\(path)")
    }
    #expect(!page.body.contains(tuner.endpoint.path))
    for path in ["/nothing", "/../Package.swift", "/%2e%2e/etc/passwd", "/page/tuner.js", "//"] {
      let response = try RawResponse(tuner, "GET", path)
      #expect(response.status == 404, "\(path)")
      #expect(!response.body.contains("root:"))
    }
    #expect(try RawResponse(tuner, "DELETE", "/").status == 405)
    #expect(try RawResponse(tuner, "POST", "/tuner.js").status == 405)
    #expect(try RawResponse(tuner, "GET", "/live").status == 400)
    #expect(tuner.isRunning)
    #expect(tuner.stop() == 0)
  }

  @Test func requestsOfOtherSitesAreRefused() throws {
    let tuner = try RunningTuner("test:320x240@30")
    let (host, port, _) = tuner.endpoint
    for name in ["evil.example", "evil.example:\(port)", "localhost.evil.example", "127.0.0.3", ""]
    {
      let status = try RawResponse(tuner, "GET", "/", headers: ["Host": name]).status
      #expect(status == 421, "Host \(name)")
      let entrance = try RawResponse(
        stranger: tuner, "GET", tuner.endpoint.path, headers: ["Host": name])
      #expect(entrance.status == 421 && entrance.headers["set-cookie"] == nil)
    }
    #expect(
      try RawResponse(tuner, "GET", "/", headers: ["Host": "localhost:\(port)"]).status == 200)
    for origin in ["http://evil.example", "null", "https://\(host):\(port)", "http://\(host):1"] {
      let headers = ["Origin": origin]
      let json = Array("{}".utf8)
      #expect(
        try RawResponse(tuner, "POST", "/settings.json", headers: headers, body: json).status == 403
      )
      #expect(throws: RawSocket.Failure.self) {
        try RawWebSocket(tuner, headers: "Origin: \(origin)\r\n")
      }
    }
    _ = try RawWebSocket(tuner, headers: "Origin: http://\(host):\(port)\r\n")
  }

  /// Without the cookie every request gets the same answer.
  @Test(arguments: ["127.0.0.1", "127.0.0.2"])
  func accessWithoutTheTokenIsRefused(address: String) throws {
    let tuner = try RunningTuner("test:320x240@30", "--listen", address)
    let (host, port, path) = tuner.endpoint
    let token = String(path.dropFirst().dropLast())
    #expect(token.count == 32 && token.allSatisfy(\.isHexDigit))
    let entrance = try RawResponse(stranger: tuner, "GET", path)
    let cookie = try #require(entrance.headers["set-cookie"])
    let folder = tuner.entrance.folder
    #expect(cookie == "splash=\(token); Path=\(folder); HttpOnly; SameSite=Strict")
    #expect(entrance.headers["refresh"] == "0; url=\(folder)")
    #expect(entrance.headers["referrer-policy"] == "no-referrer")
    // Without an icon of the page's own, browsers would request one without the token.
    #expect(entrance.body.contains(#"<link rel="icon" href="data:,">"#))
    #expect(!folder.contains(token) && folder.count == 18)
    let wrong = String(token.reversed())
    let paths = [
      "/", "/tuner.js", "/settings.json", "/live", folder, folder + "live",
      folder + "settings.json",
      "\(folder.dropLast())", "/\(wrong)/", "/\(token)0/", "/\(token.dropLast())/",
      "/\(token)/tuner.js", "/\(token)/live", "/no-such-thing",
    ]
    var answers: Set<String> = []
    for path in paths {
      for cookie in ["", "splash=", "splash=\(wrong)", "other=\(token)", "splash=\(token)0"] {
        for method in ["GET", "POST"] {
          let answer = try RawResponse(
            stranger: tuner, method, path, headers: ["Cookie": cookie], body: Array("{}".utf8))
          answers.insert("\(answer.status) \(answer.body)")
        }
      }
    }
    #expect(answers.count == 1 && answers.first?.hasPrefix("403 ") == true, "\(answers)")
    #expect(answers.first?.contains(token) == false)
    for cookie in ["", "Cookie: splash=\(wrong)\r\n"] {
      for path in ["/live", "\(folder)live", "/\(token)/live"] {
        #expect(throws: RawSocket.Failure.self) {
          try RawWebSocket(host, port, path: path, headers: cookie)
        }
      }
    }
    // The token alone gives only the cookie.
    #expect(
      try RawResponse(tuner, "GET", "/", headers: ["Cookie": "a=b; splash=\(token)"]).status == 200)
    _ = try RawWebSocket(tuner)
  }

  /// An open page finds a restarted tuner again; other users never see its key.
  @Test func sessionKeyIsReadableByItsUserOnly() throws {
    let session = Scratch()
    let (folder, key) = (session.folder.path, session.path("splash-tuner-key"))
    func token() throws -> String {
      let tuner = try RunningTuner("test:64x48@5", environment: ["XDG_RUNTIME_DIR": folder])
      return tuner.endpoint.path
    }
    chmod(folder, 0o755)
    #expect(try token() != token())
    #expect(!FileManager.default.fileExists(atPath: key))
    chmod(folder, 0o700)
    let first = try token()
    #expect(try token() == first)
    let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    // A key that others could have read or written is replaced.
    chmod(key, 0o640)
    let second = try token()
    #expect(second != first)
    try FileManager.default.moveItem(atPath: key, toPath: session.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: key, withDestinationPath: session.path("elsewhere"))
    let third = try token()
    #expect(third != second)
    try "short".write(toFile: key, atomically: false, encoding: .utf8)
    #expect(try token() != third)
  }

  @Test func loadedSettingsFileIsValidatedLikeFlags() throws {
    let tuner = try RunningTuner("test:320x240@30")
    func post(_ text: String) throws -> RawResponse {
      try RawResponse(tuner, "POST", "/settings.json", body: Array(text.utf8))
    }
    #expect(try post("{\"threshold\": 33, \"hues\": [{\"center\": 210}]}").status == 204)
    let saved = try RawResponse(tuner, "GET", "/settings.json").body
    #expect(saved.contains("\"threshold\" : 33"))
    for (text, name) in [
      ("{\"threshold\": 1e9}", "threshold 1000000000"), ("{\"thresold\": 1}", "thresold"),
      ("{\"whiteBalance\": \"card=0.9,0.9,0.9,0.9\"}", "whiteBalance card=0.9"),
      ("[1, 2", "settings"),
      (String(repeating: "[", count: 5000), "settings"),
      (
        "{\"hues\": [\(Array(repeating: "{\"center\": 1}", count: 65).joined(separator: ","))]}",
        "hues: 65 hues"
      ),
    ] {
      let refused = try post(text)
      #expect(refused.status == 400, "\(text.prefix(60))")
      #expect(refused.body.contains(name), "\(refused.body)")
    }
    #expect(try post(String(repeating: " ", count: 270_000)).status == 413)
    let claimed = try RawResponse(
      tuner, "POST", "/settings.json", headers: ["Content-Length": "99999999999"])
    #expect(claimed.status == 413)
    #expect(try RawResponse(tuner, "GET", "/settings.json").body == saved)
  }

  @Test func brokenRequestsDoNotStopTheServer() throws {
    let tuner = try RunningTuner("test:320x240@30")
    let (host, port, _) = tuner.endpoint
    let mess = [
      "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
      "POST /settings.json HTTP/1.1\r\nHost: \(host):\(port)\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
      "\u{0}\u{1}\u{2}\r\n\r\n",
      "GET /live HTTP/1.1\r\nHost: \(host):\(port)\r\nUpgrade: websocket\r\n\r\n",
    ]
    for request in mess {
      let socket = try RawSocket(host, port)
      socket.send(request)
    }
    for _ in 0..<40 { _ = try RawSocket(host, port) }
    #expect(try RawResponse(tuner, "GET", "/").status == 200)
    #expect(tuner.isRunning)
  }

  @Test func invalidMessagesAreRefusedWithAReason() throws {
    let tuner = try RunningTuner("test:320x240@30")
    let client = try RawWebSocket(tuner)
    #expect(client.next("greeting")?["width"] as? Int == 320)
    for (message, reason) in [
      ("nonsense", "message not understood"), ("{}", "do"), ("[]", "message not understood"),
      ("{\"do\": \"format-disk\"}", "do"), ("{\"do\": \"set\"}", "'settings' is missing"),
      ("{\"do\": \"set\", \"settings\": {\"threshold\": -3}}", "threshold -3:"),
      ("{\"do\": \"set\", \"settings\": {\"threshold\": 1e400}}", "message not understood"),
      ("{\"do\": \"set\", \"settings\": {\"surprise\": 1}}", "surprise"),
      ("{\"do\": \"set\", \"settings\": {\"hues\": [{\"center\": 700}]}}", "hues[0].center 700"),
      (
        "{\"do\": \"sample\", \"x\": 2, \"y\": 0, \"width\": 0, \"height\": 0, \"use\": \"add\"}",
        "inside"
      ),
      (
        "{\"do\": \"sample\", \"x\": 0, \"y\": 0, \"width\": 0.01, \"height\": 0.01, \"use\": \"eat\"}",
        "use"
      ),
      ("{\"do\": \"seek\", \"time\": \"soon\"}", "time"),
      ("{\"do\": \"view\", \"view\": \"tv\"}", "view"),
      (String(repeating: "{\"do\":", count: 2000), "message not understood"),
    ] {
      client.send(message)
      let refusal = client.next("refusal")?["text"] as? String
      #expect(refusal?.contains(reason) == true, "\(message.prefix(60)): \(refusal ?? "no answer")")
    }
    #expect(client.nextPicture() != nil)
    // A grey spot is selected by its value: the upper left corner of the pattern.
    client.send(
      "{\"do\": \"sample\", \"x\": 0, \"y\": 0, \"width\": 0.004, \"height\": 0.004, \"use\": \"add\"}"
    )
    #expect((client.next("sampled")?["text"] as? String)?.contains("grey") == true)
    client.send("{\"do\": \"seek\", \"time\": -1e300}")
    client.send("{\"do\": \"step\", \"pictures\": -9223372036854775808}")
    client.send("{\"do\": \"set\", \"settings\": {\"threshold\": 44}}")
    var threshold: Int?
    while threshold != 44, let status = client.next("status") {
      threshold = (status["settings"] as? [String: Any])?["threshold"] as? Int
    }
    #expect(threshold == 44)
    #expect(tuner.isRunning)
  }

  @Test(arguments: [
    (payload: 262_145, opcode: UInt8(1), isLast: true, code: 1009),
    (payload: 2_000_000, opcode: UInt8(1), isLast: true, code: 1009),
    (payload: 5, opcode: UInt8(2), isLast: true, code: 1003),
    (payload: 5, opcode: UInt8(0), isLast: true, code: 1002),
    (payload: 5, opcode: UInt8(7), isLast: true, code: 1002),
    (payload: 126, opcode: UInt8(9), isLast: true, code: 1002),
    (payload: 4, opcode: UInt8(9), isLast: false, code: 1002),
  ])
  func invalidWebSocketFramesCloseTheConnection(
    payload: Int, opcode: UInt8, isLast: Bool, code: Int
  ) throws {
    let tuner = try RunningTuner("test:320x240@30")
    let client = try RawWebSocket(tuner)
    client.send([UInt8](repeating: 32, count: payload), opcode: opcode, isLast: isLast)
    #expect(try #require(client.nextClose()).code == code)
    _ = try RawWebSocket(tuner)
    #expect(tuner.isRunning)
  }

  @Test func fragmentedMessagesAreBounded() throws {
    let tuner = try RunningTuner("test:320x240@30")
    let client = try RawWebSocket(tuner)
    let piece = [UInt8](repeating: 32, count: 1000)
    client.send(piece, isLast: false)
    for _ in 0..<263 { client.send(piece, opcode: 0, isLast: false) }
    #expect(try #require(client.nextClose()).code == 1009)
    // A message that claims to be huge and never comes costs nothing.
    let claiming = try RawWebSocket(tuner)
    let before = tuner.residentMemory
    claiming.send(piece, claimed: .max)
    claiming.send(piece)
    usleep(300_000)
    #expect(tuner.residentMemory < before + (64 << 20))
    #expect(try RawResponse(tuner, "GET", "/").status == 200)
  }

  /// On rotated clips too, a card lies as displayed.
  @Test func cardOnTheDisplayedFrameIsInTheCommand() throws {
    let scratch = Scratch()
    let plain = try scratch.make(
      "plain.mov", "-f", "lavfi", "-i", "testsrc2=s=96x64:d=1", "-c:v", "ffv1", "-strict", "-2")
    let turned = scratch.path("turned.mov")
    try #require(try Media(plain).copyTurned(by: 90, to: turned))
    let tuner = try RunningTuner(turned)
    let client = try RawWebSocket(tuner)
    _ = try #require(client.nextPicture())
    client.send(#"{"do": "card", "x": 0.1, "y": 0.2, "width": 0.3, "height": 0.4}"#)
    var command = ""
    while !command.contains("card="), let status = client.next("status") {
      command = status["command"] as? String ?? ""
    }
    #expect(command.contains("--white-balance card=0.1,0.2,0.3,0.4"), "\(command)")
  }

  @Test func unmaskedWebSocketFramesAreRefused() throws {
    let tuner = try RunningTuner("test:320x240@30")
    let client = try RawWebSocket(tuner)
    client.send(Array("{\"do\": \"pause\"}".utf8), isMasked: false)
    let farewell = try #require(client.nextClose())
    #expect(farewell.code == 1002 && farewell.reason.contains("mask"))
  }

  @Test func requestsWithTwoHostHeadersAreRefused() throws {
    let tuner = try RunningTuner("test:320x240@30")
    let (host, port, _) = tuner.endpoint
    for other in ["\(host):\(port)", "evil.example"] {
      let socket = try RawSocket(host, port)
      socket.send("GET / HTTP/1.1\r\nHost: \(host):\(port)\r\nHost: \(other)\r\n\r\n")
      #expect(socket.readHead().first?.contains(" 400 ") == true)
    }
  }

  @Test func pingsAndGoodbyesAreAnswered() throws {
    let tuner = try RunningTuner("test:320x240@30")
    let client = try RawWebSocket(tuner)
    client.send(Array("hello".utf8), opcode: 9)
    var pong: [UInt8]?
    while pong == nil, let message = client.next() {
      if case .pong(let payload) = message { pong = payload }
    }
    #expect(pong == Array("hello".utf8))
    client.send([0x03, 0xe8], opcode: 8)
    #expect(client.nextClose()?.code == 1000)
  }

  @Test func unconfirmingBrowserGetsTwoFramesAndBlocksNobody() throws {
    let tuner = try RunningTuner("test:320x240@30")
    let lazy = try RawWebSocket(tuner)
    let keen = try RawWebSocket(tuner)
    var pictures: [UInt32] = []
    while pictures.count < 45, let picture = keen.nextPicture() {
      #expect(picture.jpeg.prefix(2) == [0xff, 0xd8] && picture.jpeg.suffix(2) == [0xff, 0xd9])
      pictures.append(picture.number)
    }
    #expect(pictures == pictures.sorted() && Set(pictures).count == 45)
    var waiting = 0
    lazy.send(Array("end".utf8), opcode: 9)
    while let message = lazy.next() {
      if case .picture = message { waiting += 1 }
      if case .pong = message { break }
    }
    #expect(waiting == 2)
    // After a confirmation it gets the current frame and no older one.
    lazy.send("{\"do\": \"shown\"}")
    #expect(try #require(lazy.nextPicture()).number >= pictures[40])
  }

  @Test func browsersOverTheLimitAreRefused() throws {
    let tuner = try RunningTuner("test:320x240@30")
    var clients: [RawWebSocket] = []
    for _ in 0..<16 { clients.append(try RawWebSocket(tuner)) }
    for client in clients { #expect(client.next("greeting") != nil) }
    #expect(throws: RawSocket.Failure.self) { try RawWebSocket(tuner) }
    let page = try RawResponse(tuner, "GET", "/")
    #expect(page.status == 503 && page.body.contains("16 browsers look on already"))
    #expect(try RawResponse(tuner, "GET", "/settings.json").status == 200)
    clients.removeAll()
    let limit = Date(timeIntervalSinceNow: 10)
    var isFree = false
    while !isFree, Date() < limit {
      isFree = (try? RawWebSocket(tuner)) != nil
      usleep(50_000)
    }
    #expect(isFree)
  }

  /// Two browsers open and close their strips as fast as they can. Half of such runs of eight
  /// seconds ended the tuner, where it read a strip twice.
  @Test func stripsMayComeAndGoWhileFramesAreShown() throws {
    let tuner = try RunningTuner("test:64x48@240")
    let clients = try (0..<2).map { _ in try RawWebSocket(tuner) }
    let orders = [
      #"{"do": "strip", "x": 0.1, "y": 0.1, "width": 0.5, "height": 0.5}"#, #"{"do": "strip"}"#,
      #"{"do": "shown"}"#,
    ]
    for _ in 0..<(isThorough ? 200_000 : 20_000) {
      for client in clients { for order in orders { client.send(order) } }
    }
    #expect(tuner.isRunning)
    #expect(tuner.stop() == 0)
  }

  @Test func usedPortsAndHostNamesAreRefusedInOneLine() throws {
    let tuner = try RunningTuner("test:320x240@30")
    let port = "\(tuner.endpoint.port)"
    let taken = try Command.splash("tune", "test:", "--port", port)
    #expect(taken.status == 2)
    #expect(taken.errors.contains("127.0.0.1:\(port)") && taken.errors.contains("--port"))
    let name = try Command.splash("tune", "test:", "--port", "0", "--listen", "example.com")
    #expect(name.status == 64)
    #expect(name.errors.contains("--listen example.com"))
    #expect(try Command.splash("tune", "no-such-clip.mp4").status == 2)
    #expect(try Command.splash("tune", "test:", "--frames", "3").status == 64)
  }
}
