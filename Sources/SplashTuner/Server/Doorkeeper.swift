internal import Foundation
internal import Glibc
internal import NIOHTTP1

/// Decides which requests are allowed: the host names that the server answers to, the pages that
/// may connect, and the browsers that have the key.
///
/// A page of another site could reach a server on loopback through the user's browser. The `Host`
/// check stops names that were pointed at this machine (DNS rebinding), the `Origin` check stops
/// requests and WebSockets from other sites. The key stops the other users of the machine, and of
/// the network.
struct Doorkeeper: Sendable {
  static let cookie = "splash"

  let key: TunerKey
  private let address: String
  private let isAnyAddress: Bool

  enum Verdict {
    /// The path within the page's folder, beginning with a slash.
    case welcome(path: String)
    /// The request brings the token, and gets the cookie for it.
    case entrance
    case refused(HTTPResponseStatus, String)
  }

  /// - Parameter address: the IP address of the server.
  init(address: String) {
    self.address = canonicalAddress(address) ?? address
    isAnyAddress = address == "0.0.0.0" || address == "::"
    // Others who have seen the address on another machine must not get in the next time.
    key = ["127.0.0.1", "::1"].contains(address) ? TunerKey.ofSession() : TunerKey()
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
    let path = request.uri.prefix { $0 != "?" }
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
    let folder = parts.first.map(String.init) ?? ""
    if parts.count == 1, request.method == .GET, Self.isEqual(folder, key.token) {
      return .entrance
    }
    guard Self.isEqual(folder, key.place), path.hasPrefix("/\(folder)/"),
      cookies(of: request).contains(where: { Self.isEqual($0, key.token) })
    else {
      return .refused(
        .forbidden, "the tuner opens by the address that splash tune printed, and by no other")
    }
    return .welcome(path: "/" + (parts.count > 1 ? parts[1] : ""))
  }

  /// The values of splash's cookies.
  private func cookies(of request: HTTPRequestHead) -> [String] {
    request.headers["Cookie"].flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == Self.cookie else {
        return nil
      }
      return parts[1].trimmingCharacters(in: .whitespaces)
    }
  }

  /// The name in a host header without its port; an address in canonical form.
  private static func name(of host: String) -> String {
    let name =
      host.hasPrefix("[")
      ? String(host.dropFirst().prefix { $0 != "]" }) : String(host.prefix { $0 != ":" })
    return canonicalAddress(name) ?? name.lowercased()
  }

  private func answers(to name: String) -> Bool {
    if [address, "localhost", "127.0.0.1", "::1"].contains(name) { return true }
    // Rebinding needs a name; an address that leads here belongs to this machine.
    return isAnyAddress && isIPAddress(name)
  }

  /// Compares in a time that does not depend on how much is equal.
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
func isIPAddress(_ text: String) -> Bool { canonicalAddress(text) != nil }

/// The canonical form of an IPv4 or IPv6 address (RFC 5952 for the latter); nil for other texts.
private func canonicalAddress(_ text: String) -> String? {
  var storage = in6_addr()
  for family in [AF_INET, AF_INET6] where inet_pton(family, text, &storage) == 1 {
    var written = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, &storage, &written, socklen_t(written.count)) != nil else { return nil }
    return written.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }
  return nil
}
