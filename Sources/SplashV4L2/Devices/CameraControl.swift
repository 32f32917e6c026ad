internal import CV4L2

/// A setting of a camera, such as its brightness, with its range.
public struct CameraControl: Codable, Equatable, Sendable {
  public enum Kind: String, Codable, Sendable {
    case integer, boolean, menu, button, bitmask, text, other
  }

  /// The name as `v4l2-ctl` spells it: `white_balance_automatic`.
  public var name: String
  public var kind: Kind
  public var minimum: Int64
  public var maximum: Int64
  public var step: Int64
  public var standard: Int64
  /// Its present value; nil when it cannot be read.
  public var value: Int64?
  /// The meanings of a menu's values.
  public var menu: [MenuItem]
  /// Whether it cannot be set, at least for now.
  public var isReadOnly: Bool

  /// The driver's number of the control.
  var id: UInt32 = 0

  enum CodingKeys: String, CodingKey {
    case name, kind, minimum, maximum, step, value, menu
    case standard = "default"
    case isReadOnly = "read_only"
  }

  public struct MenuItem: Codable, Equatable, Sendable {
    public var value: Int64
    public var name: String
  }

  /// Why the control does not take a value; nil when it does.
  public func objection(to value: Int64) -> String? {
    switch kind {
    case .text, .other: "is of a kind that cannot be set from here"
    case _ where isReadOnly: "can only be read"
    case .button: nil
    case .menu where !menu.contains { $0.value == value }:
      "takes \(menu.map { "\($0.value) (\($0.name))" }.joined(separator: ", "))"
    case .integer where value < minimum || value > maximum,
      .boolean where value < minimum || value > maximum,
      .bitmask where value < 0 || value > maximum:
      "takes \(minimum) to \(maximum)"
    default: nil
    }
  }

  /// A driver's name for a control in v4l2-ctl's spelling: letters and digits in lower case, all
  /// else between them one underscore.
  public static func spelling(of name: String) -> String {
    name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "_").lowercased()
  }
}

/// A control and the value to set: `--control NAME=VALUE`.
public struct ControlSetting: Equatable, Sendable {
  public var name: String
  public var value: Int64

  public init(name: String, value: Int64) {
    self.name = name
    self.value = value
  }

  /// Parses `NAME=VALUE`; nil for any other text. The value is a decimal or hexadecimal (0x…)
  /// number, or one of `on`, `true`, `off`, `false`.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    name = CameraControl.spelling(of: String(parts[0]))
    switch parts[1].lowercased() {
    case "on", "true": value = 1
    case "off", "false": value = 0
    case let word where word.hasPrefix("0x"):
      guard let number = Int64(word.dropFirst(2), radix: 16) else { return nil }
      value = number
    case let word:
      guard let number = Int64(word) else { return nil }
      value = number
    }
  }
}

extension VideoDevice {
  /// All controls with a single value, in the driver's order.
  func controls() throws(DeviceError) -> [CameraControl] {
    let flags = UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
    var list: [CameraControl] = []
    var entry = v4l2_query_ext_ctrl()
    entry.id = flags
    while try handle.ask(.queryControl, &entry) {
      if entry.type != V4L2_CTRL_TYPE_CTRL_CLASS.rawValue
        && entry.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0
      {
        list.append(try control(entry))
      }
      entry.id |= flags
    }
    return list
  }

  private func control(_ entry: v4l2_query_ext_ctrl) throws(DeviceError) -> CameraControl {
    let kind: CameraControl.Kind =
      switch v4l2_ctrl_type(entry.type) {
      case V4L2_CTRL_TYPE_INTEGER, V4L2_CTRL_TYPE_INTEGER64: .integer
      case V4L2_CTRL_TYPE_BOOLEAN: .boolean
      case V4L2_CTRL_TYPE_MENU, V4L2_CTRL_TYPE_INTEGER_MENU: .menu
      case V4L2_CTRL_TYPE_BUTTON: .button
      case V4L2_CTRL_TYPE_BITMASK: .bitmask
      case V4L2_CTRL_TYPE_STRING: .text
      default: .other
      }
    var control = CameraControl(
      name: CameraControl.spelling(of: text(entry.name)), kind: kind, minimum: entry.minimum,
      maximum: entry.maximum, step: Int64(clamping: entry.step), standard: entry.default_value,
      value: nil, menu: [], isReadOnly: entry.flags & UInt32(V4L2_CTRL_FLAG_READ_ONLY) != 0,
      id: entry.id)
    let hasValue = ![.button, .text, .other].contains(kind)
    if hasValue { control.value = value(of: entry.id) }
    if kind == .bitmask { control.value = control.value.map { $0 & 0xffff_ffff } }
    guard kind == .menu, entry.minimum >= 0, entry.maximum < 256, entry.minimum <= entry.maximum
    else { return control }
    for index in UInt32(entry.minimum)...UInt32(entry.maximum) {
      var item = v4l2_querymenu()
      item.id = entry.id
      item.index = index
      guard try handle.ask(.queryMenu, &item) else { continue }
      let name = entry.type == V4L2_CTRL_TYPE_MENU.rawValue ? text(item.name) : "\(item.value)"
      control.menu.append(CameraControl.MenuItem(value: Int64(index), name: name))
    }
    return control
  }

  /// The value of a control; nil when it cannot be read now.
  func value(of id: UInt32) -> Int64? {
    var control = v4l2_ext_control()
    control.id = id
    guard exchange(&control, .getControls) == 0 else { return nil }
    return isWide(id) ? control.value64 : Int64(control.value)
  }

  /// Sets a control. Returns zero, or minus the error number.
  func set(_ id: UInt32, to value: Int64) -> Int32 {
    var control = v4l2_ext_control()
    control.id = id
    if isWide(id) {
      control.value64 = value
    } else {
      control.value = Int32(truncatingIfNeeded: value)
    }
    return exchange(&control, .setControls)
  }

  private func isWide(_ id: UInt32) -> Bool {
    var entry = v4l2_query_ext_ctrl()
    entry.id = id
    return handle.control(.queryControl, &entry) == 0
      && entry.type == V4L2_CTRL_TYPE_INTEGER64.rawValue
  }

  private func exchange(_ control: inout v4l2_ext_control, _ request: V4L2Request) -> Int32 {
    withUnsafeMutablePointer(to: &control) { control in
      var list = v4l2_ext_controls()
      list.count = 1
      list.controls = control
      return handle.control(request, &list)
    }
  }
}
