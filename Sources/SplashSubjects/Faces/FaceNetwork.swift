internal import Glibc

/// A network that finds faces, CenterFace (Xu et al., "CenterFace: Joint Face Detection and
/// Alignment Using Face as Point", 2019): for each block of 4 × 4 pixels it gives the likelihood
/// that a face is centered there, the size of that face, and where its eyes and mouth are. Any
/// thread.
package final class FaceNetwork: Sendable {
  private let session: Session
  private let file: String
  private let memory: NetworkMemory<[Sighting]>?

  /// A lower score is not a face, even near a face of earlier frames.
  package static let least: Float = 0.35
  /// Input pixels per output cell, along each side.
  private static let step = 4.0
  /// Input sides are multiples of this.
  private static let unit = 32.0
  /// Two boxes with a larger intersection over union are the same face.
  private static let overlap = 0.3
  /// At most this many of the strongest per frame.
  private static let most = 400

  /// A face in shares of the frame's sides.
  private struct Sighting {
    let score: Float
    let box: Spot
    /// Right eye, left eye, nose, right and left corner of the mouth: the person's own right, which
    /// the viewer sees on the left.
    let marks: [(x: Double, y: Double)]

    func overlap(with other: Sighting) -> Double {
      let (one, other) = (box, other.box)
      let columns = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
      let rows = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
      let shared = max(columns, 0) * max(rows, 0)
      return shared / max(one.width * one.height + other.width * other.height - shared, 1e-12)
    }

    /// - Parameter aspect: width of the frame over its height.
    func face(aspect: Double) -> Face {
      let marks = marks.map { (x: $0.x * aspect, y: $0.y) }
      // The line of the eyes and the direction down to the mouth: together they give the angle in
      // profile too.
      let eyes = (x: marks[1].x - marks[0].x, y: marks[1].y - marks[0].y)
      let mouth = (
        x: marks[3].x + marks[4].x - marks[0].x - marks[1].x,
        y: marks[3].y + marks[4].y - marks[0].y - marks[1].y
      )
      let angle = atan2(2 * eyes.y - mouth.x, 2 * eyes.x + mouth.y)
      // Boxes reach from the brows, or above, to the chin.
      let (across, along) = (0.55 * box.width * aspect, 0.6 * box.height)
      let lift = 0.05 * box.height
      return Face(
        x: (box.x + box.width / 2) * aspect + lift * sin(angle),
        y: box.y + box.height / 2 - lift * cos(angle), across: across, along: along, angle: angle,
        score: score)
    }
  }

  /// - Parameters:
  ///   - file: a network with one input, 1 × 3 × height × width, and four outputs.
  ///   - memory: how many of the last frames' results are kept for frames that come again.
  /// - Throws: `SplashError` of kind badInput if the file is not such a network.
  package init(_ file: String, _ runtime: OnnxRuntime, memory: Int = 0) throws(SplashError) {
    self.file = file
    self.memory = memory > 0 ? NetworkMemory(limit: memory) : nil
    session = try Session(file, runtime, outputs: 4)
    guard session.inputShapes[0].count == 4, session.outputShapes.allSatisfy({ $0.count == 4 })
    else {
      throw Self.unsuited(file)
    }
  }

  private static func unsuited(_ file: String) -> SplashError {
    SplashError(
      .badInput, "\(file): not an AI model that finds faces", remedy: "run splash models fetch face"
    )
  }

  /// The faces in a frame, highest score first.
  ///
  /// - Parameters:
  ///   - turn: for display.
  ///   - sizes: the length of the longer side of the network's input, in pixels, at most; the
  ///     network runs once for each size.
  /// - Throws: `SplashError` of kind failure if the network fails.
  package func faces(
    in picture: borrowing PlaneView, turn: Turn, sizes: [Int]
  ) throws(SplashError) -> [Face] {
    var all: [Sighting] = []
    for size in sizes { all += try sightings(in: picture, turn: turn, size) }
    all.sort { $0.score > $1.score }
    var kept: [Sighting] = []
    for sighting in all.prefix(Self.most)
    where !kept.contains(where: { $0.overlap(with: sighting) > Self.overlap }) {
      kept.append(sighting)
    }
    let aspect = picture.aspect(turn: turn)
    return kept.map { $0.face(aspect: aspect) }
  }

  private func sightings(
    in picture: borrowing PlaneView, turn: Turn, _ size: Int
  ) throws(SplashError) -> [Sighting] {
    let shown = turn.turned(Double(picture.width), Double(picture.height))
    let scale = min(1, Double(size) / max(shown.width, shown.height))
    func side(_ length: Double) -> Int {
      Int(max(1, (length * scale / Self.unit).rounded(.up)) * Self.unit)
    }
    let (width, height) = (side(shown.width), side(shown.height))
    var colors = picture.colors(width: width, height: height, turn: turn)
    for index in colors.indices { colors[index] *= 255 }
    let tensor = Tensor(shape: [1, 3, height, width], values: colors)
    guard let memory else { return try sightings(in: tensor) }
    return try memory.output(of: tensor) { () throws(SplashError) in try sightings(in: tensor) }
  }

  private func sightings(in input: Tensor) throws(SplashError) -> [Sighting] {
    let outputs = try session.run([input])
    let (rows, columns) = (input.shape[2] / Int(Self.step), input.shape[3] / Int(Self.step))
    let count = rows * columns
    for (output, planes) in zip(outputs, [1, 2, 2, 10]) {
      guard output.shape == [1, planes, rows, columns] else { throw Self.unsuited(file) }
      guard output.values.allSatisfy(\.isFinite) else {
        throw SplashError(.failure, "\(file): the AI model returned values that are no numbers")
      }
    }
    let (width, height) = (Double(input.shape[3]), Double(input.shape[2]))
    var found: [Sighting] = []
    for cell in 0..<count where outputs[0].values[cell] > Self.least {
      func output(_ index: Int, _ plane: Int) -> Double {
        Double(outputs[index].values[plane * count + cell])
      }
      let rows = Self.step * exp(min(output(1, 0), 8)) / height
      let columns = Self.step * exp(min(output(1, 1), 8)) / width
      let x = Self.step * (Double(cell % Int(width / Self.step)) + output(2, 1) + 0.5) / width
      let y = Self.step * (Double(cell / Int(width / Self.step)) + output(2, 0) + 0.5) / height
      let box = Spot(x: x - columns / 2, y: y - rows / 2, width: columns, height: rows)
      let marks = (0..<5).map {
        (x: box.x + output(3, 2 * $0 + 1) * columns, y: box.y + output(3, 2 * $0) * rows)
      }
      found.append(Sighting(score: outputs[0].values[cell], box: box, marks: marks))
    }
    return found
  }
}
