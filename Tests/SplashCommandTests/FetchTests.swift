import TestSupport

/// `splash models fetch`, with a package index of our own that cuts, lies and lists nothing.
struct FetchTests {
  private let scratch = Scratch()

  /// Lists, for every project, one file with the checksum that the script knows, and sends 1000
  /// zeros for it; the first answer ends after 400 of them. Its requests are a line each.
  private static let index = #"""
    import http.server, re, sys
    script, log = sys.argv[1:]
    sums = re.findall(r'Package\("(\S+?)".*?"([0-9a-f]{64})"', open(script).read(), re.S)
    class Index(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_): pass
        def do_GET(self):
            begins = self.headers.get("Range", "")
            open(log, "a").write(f"{self.path} {begins}\n")
            if self.path.startswith("/simple/"):
                name = self.path.split("/")[2]
                body = f'<a href="/file#sha256={dict(sums)[name]}">{name}</a>'.encode()
                self.send_response(200)
                self.send_header("Content-Length", len(body))
                self.end_headers()
                return self.wfile.write(body)
            start = int(re.sub(r"\D", "", begins) or 0)
            self.send_response(206 if start else 200)
            self.send_header("Content-Length", 1000 - start)
            self.end_headers()
            self.wfile.write(bytes(600 if start else 400))
    server = http.server.HTTPServer(("127.0.0.1", 0), Index)
    print(server.server_port, flush=True)
    server.serve_forever()
    """#

  private func fetch(_ index: String, _ words: String...) throws -> Command {
    try Command.run(
      "env",
      ["PIP_INDEX_URL=\(index)", "SPLASH_MODELS=\(scratch.path("networks"))", Command.splash.path]
        + ["models", "fetch"] + words)
  }

  @Test func cutDownloadResumesAndAWrongFileIsDeleted() throws {
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let log = scratch.path("requests")
    server.arguments = [
      "python3", "-c", Self.index, Repository.path("scripts/networks/packages.py"), log,
    ]
    let output = Pipe()
    server.standardOutput = output
    try server.run()
    defer {
      kill(server.processIdentifier, SIGKILL)
      server.waitUntilExit()
    }
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(Int(said.trimmingCharacters(in: .whitespacesAndNewlines)))
    let index = "http://127.0.0.1:\(port)/simple"
    let cut = try fetch(index, "subject")
    #expect(cut.status == 1 && cut.errors.contains("the same again"), "\(cut.errors)")
    #expect(cut.text.contains("Apache-2.0") && cut.text.contains("4 MB"))
    let wrong = try fetch(index, "subject")
    #expect(wrong.status == 1 && wrong.errors.contains("thrown away"), "\(wrong.errors)")
    let requests = try String(contentsOfFile: log, encoding: .utf8)
    #expect(requests.contains("/file \n") && requests.contains("/file bytes=400-\n"))
    // No file is left that could be taken for a network.
    let kept = try FileManager.default.subpathsOfDirectory(atPath: scratch.path("networks"))
    #expect(kept == ["fetched"])
    for run in [cut, wrong] { #expect(run.errors.split(separator: "\n").count == 1) }
  }

  @Test func failedFetchIsReportedInOneLine() throws {
    let nobody = try fetch("http://127.0.0.1:9/simple")
    #expect(nobody.status == 1 && nobody.errors.contains("cannot be fetched"), "\(nobody.errors)")
    #expect(nobody.errors.contains("--from FOLDER"))
    let empty = try fetch("http://127.0.0.1:9/simple", "click", "--from", scratch.path("."))
    #expect(empty.status == 1 && empty.errors.contains("SHA-256 begins with"), "\(empty.errors)")
    for run in [nobody, empty] { #expect(run.errors.split(separator: "\n").count == 1) }
    let stranger = try fetch("http://127.0.0.1:9/simple", "pig")
    #expect(
      stranger.status == 64 && stranger.errors.contains("click, face, matte, person, subject"))
  }
}
