/// Two networks that find the thing at a point, as in Segment Anything (Kirillov et al., "Segment
/// Anything", ICCV 2023): the encoder runs once per frame, the decoder for each click. Any thread.
package final class ClickNetwork: Sendable {
  private let encoder, decoder: Session
  private let files: (encoder: String, decoder: String)
  /// Side of the encoder's input, in pixels.
  private let side: Int
  private let form: NetworkForm
  private let memory: NetworkMemory<Tensor>?

  /// A frame on which the encoder has run.
  package struct Look: Sendable {
    /// The encoder's output: 1 × features × rows × columns.
    package let features: Tensor
    /// The part of the encoder's square that the frame fills, from the upper left corner: shares of
    /// its sides.
    package let visible: (width: Double, height: Double)
    /// Size of the frame within the encoder's square, in samples.
    package let width, height: Int
  }

  /// Points that mark a thing, in shares of the frame as displayed.
  package struct Prompt: Sendable {
    package enum Role: Float, Sendable { case beside, on, upperLeft, lowerRight }
    package var marks: [(place: Region.Point, role: Role)]

    package init(marks: [(place: Region.Point, role: Role)]) { self.marks = marks }

    package init(_ thing: Selection.Thing) {
      marks = thing.marks.map { ($0.place, $0.belongs ? .on : .beside) }
      if let box = thing.box {
        marks.append((Region.Point(x: box.x, y: box.y), .upperLeft))
        marks.append((Region.Point(x: box.x + box.width, y: box.y + box.height), .lowerRight))
      }
    }
  }

  /// - Parameters:
  ///   - encoder: takes 1 × 3 × side × side, a square of 64 to 2048 pixels, and makes features.
  ///   - decoder: takes these, 1 × count × 2 places in pixels of that square, and 1 × count roles:
  ///     0 beside the thing, 1 on it, 2 and 3 the corners of a box; makes 1 × masks × rows ×
  ///     columns and 1 × masks scores. Of four masks the first is left out.
  ///   - form: how inputs of the encoder are prepared.
  ///   - memory: how many of the last frames' features are kept for frames that come again.
  ///   - threads: of a look, since looks at a thing in frames of a clip wait for each other.
  /// - Throws: `SplashError` of kind badInput if the files are not such networks.
  package init(
    encoder: String, decoder: String, _ form: NetworkForm, _ runtime: OnnxRuntime, memory: Int = 0,
    threads: Int = 1
  ) throws(SplashError) {
    files = (encoder, decoder)
    self.form = form
    self.memory = memory > 0 ? NetworkMemory(limit: memory) : nil
    self.encoder = try Session(encoder, runtime, threads: threads)
    let shape = self.encoder.inputShapes[0]
    guard shape.count == 4, shape[1] == 3, let side = shape[2], shape[3] == side,
      64...2048 ~= side, self.encoder.outputShapes[0].count == 4
    else {
      throw SplashError(
        .badInput, "\(encoder): not an AI model that looks at frames for clicks",
        remedy: "give one that takes 1 × 3 × side × side, 64 to 2048 a side")
    }
    self.side = side
    self.decoder = try Session(decoder, runtime, inputs: 3, outputs: 2)
    guard self.decoder.inputShapes.map(\.count) == [4, 3, 2],
      self.decoder.outputShapes.map(\.count) == [4, 2]
    else {
      throw SplashError(
        .badInput, "\(decoder): not an AI model that answers clicks",
        remedy: "give one that takes features, points and labels, and makes masks and scores")
    }
  }

  /// Runs the encoder on a frame, which takes most of the time.
  ///
  /// - Parameter turn: for display.
  /// - Throws: `SplashError` of kind failure if the network fails.
  package func look(at picture: borrowing PlaneView, turn: Turn) throws(SplashError) -> Look {
    let shown = turn.turned(picture.width, picture.height)
    let scale = Double(side) / Double(max(shown.width, shown.height))
    let width = min(side, max(1, Int((Double(shown.width) * scale).rounded())))
    let height = min(side, max(1, Int((Double(shown.height) * scale).rounded())))
    let colors = picture.colors(width: width, height: height, turn: turn)
    var values = [Float](repeating: 0, count: 3 * side * side)
    for color in 0..<3 {
      let (mean, deviation) = (form.mean[color], form.deviation[color])
      for row in 0..<height {
        let (source, target) = (color * width * height + row * width, (color * side + row) * side)
        for column in 0..<width {
          values[target + column] = (colors[source + column] - mean) / deviation
        }
      }
    }
    let input = Tensor(shape: [1, 3, side, side], values: values)
    let features =
      if let memory {
        try memory.output(of: input) { () throws(SplashError) in try encoder.run(input) }
      } else {
        try encoder.run(input)
      }
    return Look(
      features: features,
      visible: (Double(width) / Double(side), Double(height) / Double(side)),
      width: width, height: height)
  }

  /// The masks that a click may mean.
  ///
  /// - Throws: `SplashError` of kind failure if the network fails, or gives NaN or infinity.
  package func masks(for prompt: Prompt, in look: Look) throws(SplashError) -> [ClickMask] {
    let count = prompt.marks.count
    // The origin of the decoder's coordinates is the center of the first pixel.
    let places = prompt.marks.flatMap { mark in
      [
        Float(mark.place.x * Double(look.width) - 0.5),
        Float(mark.place.y * Double(look.height) - 0.5),
      ]
    }
    let made = try decoder.run([
      look.features, Tensor(shape: [1, count, 2], values: places),
      Tensor(shape: [1, count], values: prompt.marks.map(\.role.rawValue)),
    ])
    let (shape, scores) = (made[0].shape, made[1].values)
    guard shape.count == 4, shape[0] == 1, shape[1] == scores.count, shape[2] == shape[3],
      shape[2] > 0
    else {
      throw SplashError(
        .failure, "\(files.decoder): the AI model made no masks",
        cause: "they are \(shape.map { "\($0)" }.joined(separator: " × "))")
    }
    guard made.allSatisfy({ $0.values.allSatisfy(\.isFinite) }) else {
      throw SplashError(
        .failure, "\(files.decoder): the AI model returned values that are no numbers")
    }
    let size = shape[2] * shape[3]
    return scores.indices.dropFirst(scores.count == 4 ? 1 : 0).map { index in
      ClickMask(
        Array(made[0].values[index * size..<(index + 1) * size]), side: shape[2],
        visible: look.visible, score: scores[index])
    }
  }
}
