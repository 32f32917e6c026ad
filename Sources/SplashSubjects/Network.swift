package import SplashBase
package import SplashLook

/// A network that makes masks of pictures. Any thread.
package final class Network: Looker {
  /// Of the pictures that it looks at, as displayed.
  package let width, height: Int
  private let session: Session
  private let form: NetworkForm
  private let file: String
  /// The three colors of a sample lie next to each other.
  private let isInterleaved: Bool
  private let memory: NetworkMemory<NetworkMask>?

  /// - Parameters:
  ///   - file: a network with one input, pictures of three colors, and a mask as its first output.
  ///   - form: how it wants the pictures; values are those it was trained with.
  ///   - memory: how many of the last masks are kept for pictures that come again.
  /// - Throws: `SplashError` of kind badInput for another one.
  package init(
    _ file: String, _ form: NetworkForm, _ runtime: OnnxRuntime, memory: Int = 0
  ) throws(SplashError) {
    session = try Session(file, runtime)
    self.memory = memory > 0 ? NetworkMemory(limit: memory) : nil
    (self.file, self.form) = (file, form)
    let shape = session.inputShapes[0]
    func side(_ index: Int, _ free: Int) -> Int { shape[index] ?? free }
    guard shape.count == 4, side(0, 1) == 1 else {
      throw Self.unsuited(file, shape)
    }
    switch (shape[1], shape[3]) {
    case (3, _):
      isInterleaved = false
      (width, height) = (side(3, form.size.width), side(2, form.size.height))
    case (_, 3):
      isInterleaved = true
      (width, height) = (side(2, form.size.width), side(1, form.size.height))
    default: throw Self.unsuited(file, shape)
    }
    let made = session.outputShapes[0]
    guard made.dropFirst(made.count > 2 ? 1 : 0).count(where: { $0 != 1 }) == 2 else {
      throw Self.unmade(file, made)
    }
  }

  private static func unsuited(_ file: String, _ shape: [Int?]) -> SplashError {
    SplashError(
      .badInput, "\(file): not a network that makes masks", cause: "its input is \(text(shape))",
      remedy: "give one that takes 1 × 3 × height × width or 1 × height × width × 3")
  }

  private static func unmade(_ file: String, _ shape: [Int?]) -> SplashError {
    SplashError(
      .badInput, "\(file): not a network that makes masks",
      cause: "its first output is \(text(shape))",
      remedy: "give one that makes 1 × 1 × height × width or 1 × height × width × 1")
  }

  private static func text(_ shape: [Int?]) -> String {
    shape.map { $0.map { "\($0)" } ?? "?" }.joined(separator: " × ")
  }

  /// What the network finds in a part of a picture, 0…1, in rows of its own size as displayed.
  ///
  /// - Parameters:
  ///   - part: inside of the picture.
  ///   - turn: for display.
  /// - Throws: `SplashError` of kind failure where the network fails, or gives NaN or infinity.
  package func mask(
    of picture: borrowing PlaneView, in part: Spot = .whole, turn: Turn
  ) throws(SplashError) -> NetworkMask {
    let colors = picture.colors(in: part, width: width, height: height, turn: turn)
    let tensor = input(colors)
    guard let memory else { return try mask(of: tensor) }
    return try memory.output(of: tensor) { () throws(SplashError) in try mask(of: tensor) }
  }

  package func look(
    at picture: borrowing PlaneView, turn: Turn
  ) throws(SplashError) -> NetworkMask {
    try mask(of: picture, turn: turn)
  }

  private func mask(of input: Tensor) throws(SplashError) -> NetworkMask {
    let output = try session.run(input)
    let sides = output.shape.filter { $0 != 1 }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else {
      throw Self.unmade(file, output.shape)
    }
    guard output.values.allSatisfy(\.isFinite) else {
      throw SplashError(.failure, "\(file): the network gave values that are no numbers")
    }
    let values = form.stretches ? stretched(output.values) : output.values
    return NetworkMask(width: sides[1], height: sides[0], values: values)
  }

  /// The colors as the network wants them, from those of 0…1, first all of one, then of the next.
  package func input(_ colors: [Float]) -> Tensor {
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
