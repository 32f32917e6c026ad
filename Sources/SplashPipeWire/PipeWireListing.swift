internal import CPipeWire
internal import SplashCore

/// A camera of PipeWire as `splash devices` lists it.
public struct PipeWireListing: Codable, Sendable {
  /// The name to read it by: `pipewire:NAME`.
  public var path: String
  /// Its name in programs.
  public var name: String

  /// All cameras, ordered by name; empty where PipeWire is not installed.
  public static func all() -> [PipeWireListing] {
    final class List { var found: [PipeWireListing] = [] }
    let list = List()
    _ = tellCameras(
      { context, name, description in
        let name = String(path: name)
        Unmanaged<List>.fromOpaque(context).takeUnretainedValue().found.append(
          PipeWireListing(path: "pipewire:\(name)", name: String(path: description)))
      }, context: Unmanaged.passUnretained(list).toOpaque())
    return list.found.sorted { $0.path < $1.path }
  }

  /// The listing as text for people.
  public var text: String { "\(path)  \(name), camera of PipeWire" }
}
