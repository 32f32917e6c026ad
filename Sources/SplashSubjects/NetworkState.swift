/// The state of a recurrent network after a frame, to be used for the next one.
package struct NetworkState: Sendable {
  /// Size of the network's input.
  let width, height: Int
  let tensors: [Tensor]
}

/// The inputs of a network beside the frame, and its outputs beside the mask.
struct NetworkPorts: Sendable {
  enum Input: Sendable {
    /// A state: the output for the frame before, or zeros of this shape.
    case state([Int])
    /// A single number.
    case number([Int])
  }

  /// After the frame.
  let inputs: [Input]
  /// Indices of the outputs.
  let mask: Int
  let states: [Int]

  /// Inputs after the first with more than one dimension are states, others numbers. The last
  /// outputs are the new states, in the same order; the first of the other outputs that has the
  /// shape of a mask is the mask.
  ///
  /// - Returns: nil if there are fewer outputs than states, or no mask.
  init?(inputs: [[Int?]], outputs: [[Int?]]) {
    self.inputs = inputs.dropFirst().map { shape in
      let sides = shape.map { $0 ?? 1 }
      return shape.count > 1 ? .state(sides) : .number(sides)
    }
    let count = inputs.dropFirst().count { $0.count > 1 }
    guard count < outputs.count,
      let mask = outputs.dropLast(count).firstIndex(where: Self.isMask)
    else { return nil }
    self.mask = mask
    states = Array(outputs.indices.suffix(count))
  }

  private static func isMask(_ shape: [Int?]) -> Bool {
    shape.dropFirst(shape.count > 2 ? 1 : 0).count { $0 != 1 } == 2
  }
}
