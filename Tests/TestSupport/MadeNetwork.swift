internal import Foundation

/// The runtime for networks on this machine, and small networks made for tests.
public enum MadeNetwork {
  /// ONNX Runtime as `scripts/models` fetches it, or of the system; nil, with a message, where
  /// it is absent.
  public static let runtime: String? = {
    let environment = ProcessInfo.processInfo.environment
    let cache = environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache"
    let folder = environment["SPLASH_MODELS"] ?? cache + "/splash"
    let named = environment["SPLASH_ONNXRUNTIME"] ?? folder + "/libonnxruntime.so"
    guard !FileManager.default.fileExists(atPath: named) else { return named }
    print("tests: no networks are run; scripts/models fetches ONNX Runtime")
    return nil
  }()

  /// Writes a network whose mask is a weighted sum of the colors.
  ///
  /// - Parameters:
  ///   - shape: of the input, planes before rows; 0 for a free side.
  ///   - isInterleaved: the input has planes last.
  ///   - outputs: number of identical output planes.
  ///   - isFlat: the output has no dimension for planes.
  public static func write(
    to path: String, shape: [Int] = [1, 3, 0, 0], isInterleaved: Bool = false,
    weights: [Float] = [1, 0, 0], outputs: Int = 1, isFlat: Bool = false
  ) throws {
    let all = (0..<outputs).flatMap { _ in weights }
    let tensor =
      [outputs, weights.count, 1, 1].flatMap { field(1, $0) } + field(2, 1) + field(8, "weights")
      + field(9, all.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) })
    let order = [0, 3, 1, 2].flatMap { field(8, $0) }
    let turn =
      field(1, "pictures") + field(2, "planes") + field(4, "Transpose")
      + field(5, field(1, "perm") + order + field(20, 7))
    let sum =
      field(1, isInterleaved ? "planes" : "pictures") + field(1, "weights")
      + field(2, isFlat ? "sums" : "mask") + field(4, "Conv")
    // Attributes of type 7 are lists of integers, those of type 2 integers.
    let flat =
      field(1, "sums") + field(2, "mask") + field(4, "ReduceMean")
      + field(5, field(1, "axes") + field(8, 1) + field(20, 7))
      + field(5, field(1, "keepdims") + field(3, 0) + field(20, 2))
    let given = isInterleaved ? [shape[0], shape[2], shape[3], shape[1]] : shape
    let found: [Int] = (isFlat ? [1] : [1, outputs]) + shape.dropFirst(2)
    let nodes: [[UInt8]] = (isInterleaved ? [turn] : []) + [sum] + (isFlat ? [flat] : [])
    let layers: [UInt8] = nodes.flatMap { field(1, $0) } + field(2, "made") + field(5, tensor)
    let graph = layers + field(11, info("pictures", given)) + field(12, info("mask", found))
    let model = field(1, 8) + field(7, graph) + field(8, field(2, 14))
    try Data(model).write(to: URL(fileURLWithPath: path))
  }

  /// Writes a network with a state: its mask is half of the red and half of the former mask, times
  /// a number that it takes. Its outputs are its frames, then the mask, then the state.
  public static func writeRecurrent(to path: String) throws {
    func constant(_ name: String, _ shape: [Int], _ values: [Float]) -> [UInt8] {
      let bytes = values.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) }
      let sides = shape.flatMap { field(1, $0) }
      return field(5, sides + field(2, 1) + field(8, name) + field(9, bytes))
    }
    func node(_ kind: String, _ inputs: [String], _ output: String) -> [UInt8] {
      field(1, inputs.flatMap { field(1, $0) } + field(2, output) + field(4, kind))
    }
    let nodes =
      node("Identity", ["pictures"], "colors") + node("Conv", ["pictures", "weights"], "red")
      + node("Mul", ["before", "half"], "old") + node("Add", ["red", "old"], "after")
      + node("Mul", ["after", "ratio"], "mask")
    let constants = constant("weights", [1, 3, 1, 1], [0.5, 0, 0]) + constant("half", [1], [0.5])
    let inputs =
      field(11, info("pictures", [1, 3, 0, 0])) + field(11, info("before", [0, 0, 0, 0]))
      + field(11, info("ratio", [1]))
    let outputs =
      field(12, info("colors", [1, 3, 0, 0])) + field(12, info("mask", [1, 1, 0, 0]))
      + field(12, info("after", [1, 1, 0, 0]))
    let graph = nodes + field(2, "made") + constants + inputs + outputs
    let model = field(1, 8) + field(7, graph) + field(8, field(2, 14))
    try Data(model).write(to: URL(fileURLWithPath: path))
  }

  // MARK: - Messages of Protocol Buffers

  static func varint(_ value: Int) -> [UInt8] {
    var (rest, bytes) = (UInt(bitPattern: value), [UInt8]())
    while rest > 127 {
      bytes.append(UInt8(rest & 127 | 128))
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  static func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(bytes.count) + bytes
  }

  static func field(_ number: Int, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

  static func field(_ number: Int, _ value: Int) -> [UInt8] {
    varint(number << 3) + varint(value)
  }

  /// The description of an input or an output of a graph; 0 for a free side.
  static func info(_ name: String, _ shape: [Int]) -> [UInt8] {
    let sides = shape.enumerated().flatMap { index, side in
      field(1, side > 0 ? field(1, side) : field(2, "side\(index)"))
    }
    return field(1, name) + field(2, field(1, field(1, 1) + field(2, sides)))
  }
}
