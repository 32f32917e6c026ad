internal import Glibc
internal import NIOHTTP1

/// Decides who may come in: which names the server answers to, which pages may talk to it, and the
/// token where one is needed.
///
/// A page of another site could reach a server on loopback through the browser that it runs in. The
/// `Host` check stops names that were pointed at this machine (DNS rebinding), the `Origin` check
/// stops requests and WebSockets from other sites.
struct Doorkeeper: Sendable {
  /// Nil on 127.0.0.1 and ::1, where whoever is on this machine may come in.
  let token: String?
  private let address: String
  private let isAnyAddress: Bool

  enum Verdict {
    /// The path behind the token, beginning with a slash.
    case welcome(path: String)
    case refused(HTTPResponseStatus, String)
  }

  /// - Parameter address: the IP address that is listened on.
  init(address: String) {
    self.address = address
    isAnyAddress = address == "0.0.0.0" || address == "::"
    token = ["127.0.0.1", "::1"].contains(address) ? nil : Self.newToken()
  }

  /// 128 bits from the system's generator.
  private static func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return [generator.next(), generator.next()]
      .map { (half: UInt64) in
        let digits = String(half, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }.joined()
  }

  func judge(_ request: HTTPRequestHead) -> Verdict {
    let hosts = request.headers["Host"]
    guard hosts.count < 2 else { return .refused(.badRequest, "more than one Host") }
    guard let host = hosts.first, answers(to: Self.name(of: host)) else {
      return .refused(
        .misdirectedRequest, "this server does not go by that name; open it by its address")
    }
    guard request.headers["Origin"].allSatisfy({ $0 == "http://\(host)" }) else {
      return .refused(.forbidden, "pages of other sites may not use the tuner")
    }
    let path = String(request.uri.prefix { $0 != "?" })
    guard let token else { return .welcome(path: path) }
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
    guard let given = parts.first, Self.isEqual(String(given), token) else {
      return .refused(
        .forbidden, "wrong or missing token; use the address that splash tune printed")
    }
    return .welcome(path: "/" + (parts.count > 1 ? parts[1] : ""))
  }

  /// A host header's name without its port.
  private static func name(of host: String) -> String {
    if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
    return String(host.prefix { $0 != ":" }).lowercased()
  }

  private func answers(to name: String) -> Bool {
    if [address, "localhost", "127.0.0.1", "::1"].contains(name) { return true }
    // Rebinding needs a name; an address that leads here is one of this machine's own.
    return isAnyAddress && isIPAddress(name)
  }

  /// Compares in a time that does not tell how much was right.
  private static func isEqual(_ one: String, _ two: String) -> Bool {
    let (one, two) = (Array(one.utf8), Array(two.utf8))
    var difference = one.count ^ two.count
    for index in two.indices {
      difference |= Int(two[index] ^ (index < one.count ? one[index] : 0))
    }
    return difference == 0
  }
}

/// Whether a text is an IPv4 or IPv6 address.
func isIPAddress(_ text: String) -> Bool {
  var storage = in6_addr()
  return inet_pton(AF_INET, text, &storage) == 1 || inet_pton(AF_INET6, text, &storage) == 1
}
