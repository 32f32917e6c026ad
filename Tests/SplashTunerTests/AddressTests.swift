import SplashTuner
import TestSupport

/// The addresses that the tuner prints, and the QR code by which a phone reads them.
struct AddressTests {
  @Test func wildcardAddressIsShownAsAnInterfaceAddress() throws {
    let tuner = try RunningTuner("test:64x48@5", "--listen", "0.0.0.0")
    let host = tuner.endpoint.host
    #expect(!["0.0.0.0", ""].contains(host))
    let listed = try Command.run("hostname", ["-I"]).text
    if !listed.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty {
      #expect(listed.contains(host), "\(host) is none of \(listed)")
    }
    #expect(try RawResponse(tuner, "GET", "/").status == 200)
  }

  /// One address can be written in several ways, and browsers choose their own.
  @Test(.enabled(if: hasIPv6, "this machine has no IPv6"))
  func hostAddressIsAcceptedInEverySpelling() throws {
    let tuner = try RunningTuner("test:64x48@5", "--listen", "::ffff:127.0.0.1")
    // Behind the last colon: the port and the token.
    let parts = tuner.address.split(separator: ":").last?.split(separator: "/") ?? []
    try #require(parts.count == 2, "\(tuner.address)")
    let port = try #require(UInt16(parts[0]))
    for (name, status) in [
      ("[::ffff:7f00:1]", 200), ("[::FFFF:127.0.0.1]", 200), ("127.0.0.1", 200),
      ("[::ffff:7f00:2]", 421), ("[::7f00:1]", 421),
    ] {
      let socket = try RawSocket("127.0.0.1", port)
      socket.send("GET /\(parts[1])/ HTTP/1.1\r\nHost: \(name):\(port)\r\n\r\n")
      let answer = socket.readHead().first ?? ""
      #expect(answer.contains(" \(status) "), "\(name): \(answer)")
    }
  }

  private static let hasIPv6 = FileManager.default.fileExists(atPath: "/proc/net/if_inet6")

  /// ZBar reads the text, in every version of the code and at both ends of each.
  @Test(
    .enabled(if: Command.isInstalled("zbarimg"), "zbarimg is not installed (apt: zbar-tools)"),
    arguments: [1, 17, 18, 32, 33, 53, 54, 57, 78, 79, 106])
  func scannerReadsTheQRCode(length: Int) throws {
    let letters = Array("http://192.168.1.23:7752/0123456789abcdef/")
    let text = String((0..<length).map { letters[$0 % letters.count] })
    let code = try #require(QRCode(text))
    let (scale, margin) = (4, 4)
    let size = (code.size + 2 * margin) * scale
    var picture = "P1\n\(size) \(size)\n"
    for y in 0..<size {
      for x in 0..<size {
        picture += code.isDark(x / scale - margin, y / scale - margin) ? "1 " : "0 "
      }
      picture += "\n"
    }
    let scratch = Scratch()
    let path = try scratch.write(picture, to: "code.pbm")
    let read = try Command.run("zbarimg", ["-q", "--raw", path])
    #expect(read.text == text + "\n")
  }

  @Test func overlongTextHasNoQRCode() {
    #expect(QRCode(String(repeating: "a", count: 107)) == nil)
    #expect(QRCode(String(repeating: "ü", count: 54)) == nil)
  }

  /// The terminal shows the same modules, two in a character, with the margin that scanners need.
  @Test func terminalShowsTheQRCode() throws {
    let code = try #require(QRCode("http://10.0.0.1:7752/"))
    let lines = code.text.split(separator: "\n").map { line in
      Array(line.drop { $0 != "m" }.dropFirst().prefix { $0 != "\u{1b}" })
    }
    #expect(lines.count == (code.size + 9) / 2)
    for (row, line) in lines.enumerated() {
      try #require(line.count == code.size + 8)
      for (column, character) in line.enumerated() {
        let (x, y) = (column - 4, 2 * row - 4)
        #expect(["█", "▀"].contains(character) == code.isDark(x, y))
        #expect(["█", "▄"].contains(character) == code.isDark(x, y + 1))
      }
    }
  }
}
