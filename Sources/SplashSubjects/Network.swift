/// A network that makes a mask of a frame. Any thread.
package final class Network: Looker {
  /// Input size as displayed; the largest one if inputs keep the frame's shape.
  package let width, height: Int
  private let session: Session
  private let form: NetworkForm
  private let file: String
  /// Whether the three colors of a sample lie next to each other.
  private let isInterleaved: Bool
  /// Whether the input has the frame's aspect ratio.
  private let keepsShape: Bool
  private let ports: NetworkPorts
  private let memory: NetworkMemory<NetworkMask>?

  /// - Parameters:
  ///   - file: a network that takes images of three colors and makes masks. Its other inputs are
  ///     single numbers, or states that its last outputs give for the next frame.
  ///   - form: how inputs are prepared, as in the network's training.
  ///   - memory: how many of the last masks are kept for frames that come again.
  /// - Throws: `SplashError` of kind badInput if the file is not such a network.
  package init(
    _ file: String, _ form: NetworkForm, _ runtime: OnnxRuntime, memory: Int = 0
  ) throws(SplashError) {
    session = try Session(file, runtime, inputs: nil, outputs: nil)
    self.memory = memory > 0 ? NetworkMemory(limit: memory) : nil
    (self.file, self.form) = (file, form)
    let shape = session.inputShapes.first ?? []
    func side(_ index: Int, _ free: Int) -> Int { shape[index] ?? free }
    guard shape.count == 4, side(0, 1) == 1 else {
      throw Self.unsuited(file, shape)
    }
    switch (shape[1], shape[3]) {
    case (3, _):
      isInterleaved = false
      (width, height) = (side(3, form.size.width), side(2, form.size.height))
      keepsShape = form.keepsShape && shape[2] == nil && shape[3] == nil
    case (_, 3):
      isInterleaved = true
      (width, height) = (side(2, form.size.width), side(1, form.size.height))
      keepsShape = form.keepsShape && shape[1] == nil && shape[2] == nil
    default: throw Self.unsuited(file, shape)
    }
    guard [width, height].allSatisfy((1...Self.longestSide).contains) else {
      throw Self.unsuited(file, shape)
    }
    guard let ports = NetworkPorts(inputs: session.inputShapes, outputs: session.outputShapes)
    else { throw Self.unmade(file, session.outputShapes.first ?? []) }
    self.ports = ports
  }

  /// Whether its masks depend on the frames before.
  package var isRecurrent: Bool { !ports.states.isEmpty }

  /// The longest side of an input, in pixels.
  private static let longestSide = 4096

  private static func unsuited(_ file: String, _ shape: [Int?]) -> SplashError {
    SplashError(
      .badInput, "\(file): not an AI model that makes masks", cause: "its input is \(text(shape))",
      remedy: "give one that takes 1 × 3 × height × width or 1 × height × width × 3")
  }

  private static func unmade(_ file: String, _ shape: [Int?]) -> SplashError {
    SplashError(
      .badInput, "\(file): not an AI model that makes masks",
      cause: "its first output is \(text(shape))",
      remedy: "give one that makes 1 × 1 × height × width or 1 × height × width × 1")
  }

  private static func text(_ shape: [Int?]) -> String {
    shape.map { $0.map { "\($0)" } ?? "?" }.joined(separator: " × ")
  }

  /// The mask that the network makes of a part of a frame, 0…1, in rows of the network's own size,
  /// as displayed. A recurrent network starts anew.
  ///
  /// - Parameters:
  ///   - part: inside of the frame.
  ///   - turn: for display.
  /// - Throws: `SplashError` of kind failure if the network fails, or gives NaN or infinity.
  package func mask(
    of picture: borrowing PlaneView, in part: Spot = .whole, turn: Turn
  ) throws(SplashError) -> NetworkMask {
    let size = size(for: picture, turn: turn)
    let colors = picture.colors(in: part, width: size.width, height: size.height, turn: turn)
    let tensor = input(colors, width: size.width, height: size.height)
    guard let memory else { return try run(tensor, firstStates).mask }
    return try memory.output(of: tensor) { () throws(SplashError) in
      try run(tensor, firstStates).mask
    }
  }

  /// The mask that a recurrent network makes of the next frame of a video.
  ///
  /// - Parameters:
  ///   - turn: for display.
  ///   - state: of the frames before; nil for the first of a shot.
  /// - Throws: `SplashError` of kind failure if the network fails, or gives NaN or infinity.
  package func mask(
    of picture: borrowing PlaneView, turn: Turn, after state: inout NetworkState?
  ) throws(SplashError) -> NetworkMask {
    let (width, height) = size(for: picture, turn: turn)
    let known = state.flatMap { $0.width == width && $0.height == height ? $0.tensors : nil }
    let colors = picture.colors(width: width, height: height, turn: turn)
    let tensor = input(colors, width: width, height: height)
    let made = try run(tensor, known ?? firstStates)
    state = NetworkState(width: width, height: height, tensors: made.states)
    return made.mask
  }

  package func look(
    at picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> NetworkMask {
    try mask(of: picture, turn: turn)
  }

  /// The input size for a frame; sides that the network leaves free are multiples of four.
  private func size(
    for picture: borrowing PlaneView, turn: Turn
  ) -> (width: Int, height: Int) {
    guard keepsShape else { return (width, height) }
    let shown = turn.turned(Double(picture.width), Double(picture.height))
    let scale = min(Double(width) / shown.width, Double(height) / shown.height, 1)
    func side(_ length: Double) -> Int { max(16, 4 * Int((length * scale / 4).rounded())) }
    return (side(shown.width), side(shown.height))
  }

  private var firstStates: [Tensor] {
    ports.inputs.compactMap { input in
      guard case .state(let shape) = input else { return nil }
      return Tensor(shape: shape, values: Array(repeating: 0, count: shape.reduce(1, *)))
    }
  }

  private func run(
    _ picture: Tensor, _ states: [Tensor]
  ) throws(SplashError) -> (mask: NetworkMask, states: [Tensor]) {
    var (inputs, rest) = ([picture], states[...])
    for input in ports.inputs {
      switch input {
      case .state: inputs.append(rest.removeFirst())
      case .number(let shape):
        let count = shape.reduce(1, *)
        inputs.append(Tensor(shape: shape, values: Array(repeating: form.ratio, count: count)))
      }
    }
    let outputs = try session.run(inputs, outputs: [ports.mask] + ports.states)
    return (try mask(from: outputs[0]), Array(outputs.dropFirst()))
  }

  private func mask(from output: Tensor) throws(SplashError) -> NetworkMask {
    let sides = output.shape.filter { $0 != 1 }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else {
      throw Self.unmade(file, output.shape)
    }
    guard output.values.allSatisfy(\.isFinite) else {
      throw SplashError(.failure, "\(file): the AI model returned values that are no numbers")
    }
    let values = form.stretches ? stretched(output.values) : output.values
    return NetworkMask(
      width: sides[1], height: sides[0], values: form.inverts ? values.map { 1 - $0 } : values)
  }

  /// The network's input, made of colors of 0…1 that lie in three planes.
  private func input(_ colors: [Float], width: Int, height: Int) -> Tensor {
    let count = width * height
    var values = [Float](repeating: 0, count: 3 * count)
    for color in 0..<3 {
      let (mean, deviation) = (form.mean[color], form.deviation[color])
      let (start, step) = isInterleaved ? (color, 3) : (color * count, 1)
      for index in 0..<count {
        values[start + index * step] = (colors[color * count + index] - mean) / deviation
      }
    }
    return Tensor(
      shape: isInterleaved ? [1, height, width, 3] : [1, 3, height, width], values: values)
  }

  private func stretched(_ values: [Float]) -> [Float] {
    guard let lowest = values.min(), let highest = values.max(), highest > lowest else {
      return values
    }
    return values.map { ($0 - lowest) / (highest - lowest) }
  }
}
