/// What a network that remembers made of the pictures of a video so far, for the next of them.
package struct NetworkState: Sendable {
  /// Of the pictures.
  let width, height: Int
  let tensors: [Tensor]
}

/// What a network takes beside the picture, and gives beside the mask.
struct NetworkPorts: Sendable {
  enum Input: Sendable {
    /// What the network gave for the picture before, or noughts of that shape.
    case state([Int])
    /// A single number.
    case number([Int])
  }

  /// Behind the picture.
  let inputs: [Input]
  /// Places of the outputs.
  let mask: Int
  let states: [Int]

  /// Inputs with several sides behind the picture are states, others numbers; as many states are the last
  /// outputs, in the same order, and of the other outputs the first that is a mask is.
  ///
  /// - Returns: nil where there are fewer outputs than states, or none is a mask.
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
