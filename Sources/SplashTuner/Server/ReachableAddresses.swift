internal import NIOCore

/// The addresses at which other machines find a server: the one that it listens on, or, where that
/// stands for all, those of this machine's interfaces.
func reachableAddresses(listening address: String) -> [String] {
  guard address == "0.0.0.0" || address == "::" else { return [address] }
  let devices = (try? System.enumerateDevices()) ?? []
  let all = devices.compactMap { $0.address?.ipAddress }
  let isLocal = { (address: String) in
    ["127.", "169.254.", "fe80:"].contains { address.hasPrefix($0) } || address == "::1"
  }
  // On a phone's network the shorter addresses are the usual ones.
  let found =
    all.filter { !$0.contains(":") && !isLocal($0) }
    + (address == "::" ? all.filter { $0.contains(":") && !isLocal($0) } : [])
  return found.isEmpty ? [address == "::" ? "::1" : "127.0.0.1"] : found
}
