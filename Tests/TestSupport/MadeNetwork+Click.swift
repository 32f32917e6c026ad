internal import Foundation

extension MadeNetwork {
  /// Squares that the made encoder takes, and the radii of the discs that the decoder draws in
  /// them, in pixels: of its single mask, and of the three that a click may mean.
  public static let (clickSide, clickRadii) = (64, [5.0, 8, 12, 15])

  /// Writes a pair of networks for clicks: they find what is redder than green, by other weights of
  /// another color, in a disc around the mean of the places, each weighted by its role, 0 for
  /// excluded places. The rule takes the middle one of the three.
  ///
  /// - Parameters:
  ///   - sureness: the logit of the least red.
  ///   - weights: of R', G' and B'.
  /// - Returns: the value for `--thing-models`.
  public static func writeClickPair(
    encoder: String, decoder: String, sureness: Float = 1000, weights: [Float] = [1, -1, 0]
  ) throws -> String {
    let side = clickSide
    let encode = graph(
      [node("Conv", ["picture", "weights"], "features")],
      [tensor("weights", [1, 3, 1, 1], weights)],
      inputs: [info("picture", [1, 3, side, side])],
      outputs: [info("features", [1, 1, side, side])])
    let grid = (0..<side * side).flatMap { [Float($0 % side), Float($0 / side)] }
    let nodes = [
      node("Reshape", ["labels", "apart"], "roles"),
      node("Mul", ["points", "roles"], "weighted"),
      node("ReduceSum", ["weighted", "one"], "sum"), node("ReduceSum", ["roles", "one"], "count"),
      node("Div", ["sum", "count"], "place"), node("Sub", ["grid", "place"], "way"),
      node("Mul", ["way", "way"], "squares"), node("ReduceSum", ["squares", "two"], "distance"),
      node("Sub", ["radii", "distance"], "rows"),
      node("Transpose", ["rows"], "planes", attribute: ints("perm", [0, 2, 1])),
      node("Reshape", ["planes", "shape"], "discs"), node("Mul", ["features", "steep"], "red"),
      node("Min", ["discs", "red"], "masks"), node("Identity", ["judged"], "scores"),
    ]
    let tensors = [
      tensor("apart", [3], whole: [1, -1, 1]), tensor("one", [1], whole: [1]),
      tensor("two", [1], whole: [2]), tensor("shape", [4], whole: [1, 4, side, side]),
      tensor("grid", [1, side * side, 2], grid), tensor("steep", [1], [sureness]),
      tensor("radii", [1, 1, 4], clickRadii.map { Float($0 * $0) }),
      tensor("judged", [1, 4], [0.99, 0.91, 0.90, 0.80]),
    ]
    let decode = graph(
      nodes, tensors,
      inputs: [
        info("features", [1, 1, side, side]), info("points", [1, 0, 2]), info("labels", [1, 0]),
      ], outputs: [info("masks", [1, 4, side, side]), info("scores", [1, 4])])
    try Data(encode).write(to: URL(fileURLWithPath: encoder))
    try Data(decode).write(to: URL(fileURLWithPath: decoder))
    return "\(encoder),\(decoder)"
  }

  // MARK: - Messages of onnx.proto

  private static func graph(
    _ nodes: [[UInt8]], _ tensors: [[UInt8]], inputs: [[UInt8]], outputs: [[UInt8]]
  ) -> [UInt8] {
    let graph =
      nodes.flatMap { field(1, $0) } + field(2, "made") + tensors.flatMap { field(5, $0) }
      + inputs.flatMap { field(11, $0) } + outputs.flatMap { field(12, $0) }
    return field(1, 8) + field(7, graph) + field(8, field(2, 14))
  }

  private static func node(
    _ kind: String, _ inputs: [String], _ output: String, attribute: [UInt8] = []
  ) -> [UInt8] {
    inputs.flatMap { field(1, $0) } + field(2, output) + field(4, kind)
      + (attribute.isEmpty ? [] : field(5, attribute))
  }

  private static func ints(_ name: String, _ values: [Int]) -> [UInt8] {
    field(1, name) + values.flatMap { field(8, $0) } + field(20, 7)
  }

  private static func tensor(_ name: String, _ shape: [Int], _ values: [Float]) -> [UInt8] {
    shape.flatMap { field(1, $0) } + field(2, 1) + field(8, name)
      + field(9, values.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) })
  }

  private static func tensor(_ name: String, _ shape: [Int], whole: [Int]) -> [UInt8] {
    shape.flatMap { field(1, $0) } + field(2, 7) + field(8, name)
      + field(9, whole.flatMap { withUnsafeBytes(of: Int64($0).littleEndian, Array.init) })
  }
}
