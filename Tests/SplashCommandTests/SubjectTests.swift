import TestSupport

/// Subjects, through the command, with networks made for the purpose: a mask is a sum of colors.
@Suite(.enabled(if: MadeNetwork.runtime != nil, "splash models fetch fetches what this needs"))
struct SubjectTests {
  private let scratch = Scratch()
  private static let (width, height) = (320, 192)

  /// A red ramp from left to right at half blue, which moves by `step` shares of the width per
  /// frame.
  private func clip(pictures: Int = 1, step: Double = 0, turned angle: Int? = nil) throws -> String
  {
    let path = try scratch.make(
      "clip-\(pictures)-\(angle ?? 0).mov", "-f", "lavfi", "-i",
      "color=gray:s=\(Self.width)x\(Self.height):r=10:d=\(Double(pictures) / 10),format=gbrp,"
        + "geq=r='255*mod(X/W+\(step)*N,1)':g=128:b=128",
      "-c:v", "ffv1", "-strict", "-2")
    guard let angle else { return path }
    let turned = scratch.path("turned-\(angle).mov")
    try #require(try Media(path).copyTurned(by: angle, to: turned))
    return turned
  }

  private func network(
    _ name: String = "red.onnx", shape: [Int] = [1, 3, 0, 0], isInterleaved: Bool = false,
    weights: [Float] = [1, 0, 0], outputs: Int = 1
  ) throws -> String {
    let path = scratch.path(name)
    try MadeNetwork.write(
      to: path, shape: shape, isInterleaved: isInterleaved, weights: weights, outputs: outputs)
    return path
  }

  /// The luma of `--show mask` as shares, in rows as stored.
  private func masks(_ clip: String, _ arguments: String...) throws -> [[Double]] {
    let output = scratch.path("mask.mkv")
    try Command.splash(
      [
        clip, "-o", output, "-y", "--show", "mask", "--codec", "ffv1", "--quiet",
        "--white-balance", "off",
      ] + arguments
    ).checked()
    let samples = try Media(output).samples("yuv444p", frames: 100)
    let size = Self.width * Self.height
    return stride(from: 0, to: samples.count, by: 3 * size).map { start in
      samples[start..<start + size].map { (Double($0) - 16) / 219 }
    }
  }

  /// A linear ramp between two network values; over another background from a tenth to nine
  /// tenths, and unchanged over grey.
  @Test(arguments: [
    (["--edge", "0.3..0.7"], 0.3, 0.7), (["--edge", "0.6"], 0.2, 0.8),
    (["--edge", "0.5..0.5"], 0.5, 0.503),
    (["--rest", "transparent"], 0.1, 0.9), (["--rest", "solid=white"], 0.1, 0.9), ([], 0, 1),
    (["--rest", "solid=white", "--edge", "1"], 0, 1), (["--rest", "noir"], 0, 1),
  ])
  func edgeMapsNetworkValuesToARamp(flags: [String], soft: Double, hard: Double) throws {
    let subject = ["--keep", "subject", "--subject-model", try network(), "--smoothing", "0"]
    func mask(_ flags: [String]) throws -> [Double] {
      let output = scratch.path("ramp.mkv")
      try Command.splash(
        [try clip(), "-o", output, "-y", "--show", "mask", "--codec", "ffv1", "--quiet"] + subject
          + flags
      ).checked()
      return try Media(output).samples("yuv444p").prefix(Self.width * Self.height).map {
        (Double($0) - 16) / 219
      }
    }
    let (plain, made) = try (mask(["--edge", "0..1"]), mask(flags))
    var worst = 0.0
    for (before, after) in zip(plain, made) where abs(before - 0.5) > 0.01 {
      worst = max(worst, abs(after - min(max((before - soft) / (hard - soft), 0), 1)))
    }
    #expect(worst <= (hard - soft < 0.01 ? 0.005 : 0.005 / (hard - soft) + 0.005))
  }

  private func meanError(_ mask: [Double], _ expected: (Double, Double) -> Double) -> Double {
    let errors = mask.enumerated().map { index, value in
      let x = (Double(index % Self.width) + 0.5) / Double(Self.width)
      let y = (Double(index / Self.width) + 0.5) / Double(Self.height)
      return abs(value - min(max(expected(x, y), 0), 1))
    }
    return errors.reduce(0, +) / Double(errors.count)
  }

  /// The network sees the frame as displayed, at its own size, and its mask is mapped back to the
  /// stored frame.
  @Test(arguments: [nil, 90, 180, -90], ["", "size=64x48", "size=640x200"])
  func maskIsWhatTheNetworkReturns(angle: Int?, form: String) throws {
    var arguments = ["--subject-model", try network()]
    if !form.isEmpty { arguments += ["--subject-form", form] }
    let output = scratch.path("mask.mkv")
    try Command.splash(
      [
        try clip(turned: angle), "-o", output, "-y", "--show", "mask", "--codec", "ffv1",
        "--quiet", "--keep", "subject",
      ] + arguments
    ).checked()
    let samples = try Media(output).samples("yuv444p", frames: 1)
    let isUpright = angle == nil || angle == 180
    let width = isUpright ? Self.width : Self.height
    // A frame that is displayed turned counter-clockwise by 90 has its right end at the top.
    var error = 0.0
    for index in 0..<Self.width * Self.height {
      let x = (Double(index % width) + 0.5) / Double(width)
      let y = (Double(index / width) + 0.5) / Double(Self.width * Self.height / width)
      let expected =
        switch angle {
        case 90: 1 - y
        case 180: 1 - x
        case -90: y
        default: x
        }
      error += abs((Double(samples[index]) - 16) / 219 - expected)
    }
    #expect(error / Double(Self.width * Self.height) < 0.02)
  }

  @Test func subjectFormSetsMeanAndDeviation() throws {
    let path = try clip()
    let wide = ["--keep", "subject", "--subject-model", try network()]
    func mask(_ form: String) throws -> [Double] {
      try masks(path, wide[0], wide[1], wide[2], wide[3], "--subject-form", form)[0]
    }
    #expect(meanError(try mask("mean=0.5,0,0")) { x, _ in x - 0.5 } < 0.02)
    #expect(meanError(try mask("mean=0.2,0,0 deviation=0.5,1,1")) { x, _ in (x - 0.2) * 2 } < 0.02)
    // The network returns only 0 to 0.5.
    let half = try network("half.onnx", weights: [0.5, 0, 0])
    let stretched = try masks(
      path, "--keep", "subject", "--subject-model", half, "--subject-form", "stretch")
    #expect(meanError(stretched[0]) { x, _ in x } < 0.02)
  }

  @Test func interleavedNetworkInputIsSupported() throws {
    let path = try network("last.onnx", shape: [1, 3, 48, 64], isInterleaved: true)
    let found = try masks(try clip(), "--keep", "subject", "--subject-model", path)
    #expect(meanError(found[0]) { x, _ in x } < 0.02)
  }

  /// One frame in five is analyzed, and those between use the last mask.
  @Test func skippedFramesUseTheLastMask() throws {
    let path = try clip(pictures: 10, step: 0.1)
    let found = try masks(
      path, "--keep", "subject", "--subject-model", try network(), "--subject-every", "5",
      "--smoothing", "0")
    try #require(found.count == 10)
    for (number, mask) in found.enumerated() where number % 5 == 0 {
      let shift = 0.1 * Double(number)
      #expect(meanError(mask) { x, _ in (x + shift).truncatingRemainder(dividingBy: 1) } < 0.05)
    }
  }

  /// Runs with several instruction sets, and repeated runs, give the same bits.
  @Test func networkResultsAreReproducible() throws {
    let path = try clip(pictures: 4, step: 0.1)
    let model = try network(weights: [0.5, 0.25, 0.25])
    func run(_ instructions: String) throws -> [[Double]] {
      try masks(path, "--keep", "subject", "--subject-model", model, "--cpu", instructions)
    }
    let (one, again) = (try run("reference"), try run("reference"))
    #expect(one == again)
    #expect(one == (try run("sse2")))
  }

  // MARK: - Errors

  private func failure(_ arguments: String..., models: String? = nil) throws -> Command {
    let environment = models.map { ["SPLASH_MODELS=\($0)"] } ?? []
    let run = try Command.run(
      "env",
      environment + [Command.splash.path, try clip(), "-o", scratch.path("out.mkv")] + arguments)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("out.mkv")))
    return run
  }

  @Test func missingNetworkErrorNamesTheFetchCommand() throws {
    let empty = try scratch.makeFolder("empty")
    let runtime = try #require(MadeNetwork.runtime)
    let model = try failure("--keep", "person", "--onnxruntime", runtime, models: empty)
    #expect(model.status == 2 && model.errors.contains("\(empty)/person.onnx: no such AI model"))
    #expect(model.errors.contains("splash models fetch"))
    let library = try failure("--keep", "person", "--onnxruntime", "/nowhere/at-all.so")
    #expect(library.status == 2 && library.errors.contains("/nowhere/at-all.so"))
    #expect(library.errors.contains("splash models fetch"))
    let other = try failure("--without", "subject", "--onnxruntime", "libc.so.6")
    #expect(other.status == 2 && other.errors.contains("another library"))
    #expect(other.errors.contains("splash models fetch"))
    let text = try scratch.write("no library", to: "text.so")
    let none = try failure("--keep", "subject", "--onnxruntime", text)
    #expect(none.status == 2 && none.errors.contains(text))
    #expect(none.errors.contains("splash models fetch"))
  }

  /// Commands that show a look on a sheet or a page take the same flags.
  @Test func otherCommandsTakeNetworkFlags() throws {
    let flags = try ["--keep", "subject", "--subject-model", network()]
    let sheet = scratch.path("sheet.png")
    try Command.splash(
      ["looks", clip(), "--sheet", sheet, "--white-balance", "off"] + flags
    ).checked()
    // The first tile is the default look: grey on the left, where no subject is.
    let samples = try Media(sheet).samples("gbrp", frames: 1)
    let (width, size) = (4 * 480, samples.count / 3)
    func spread(_ x: Int) -> Int {
      let place = 200 * width + x
      let colors = (0..<3).map { Int(samples[$0 * size + place]) }
      return colors.max()! - colors.min()!
    }
    #expect(spread(40) < 30 && spread(440) > 80)
    for command in ["looks", "tune"] {
      let sheet = command == "looks" ? ["--sheet", scratch.path("none.png")] : ["--port", "0"]
      let words = try [command, clip(), "--keep", "subject"] + sheet
      let missing = try Command.splash(words + ["--subject-model", "/nowhere/net.onnx"])
      #expect(missing.status == 2 && missing.errors.contains("/nowhere/net.onnx"))
      let runtime = try Command.splash(words + ["--onnxruntime", "/nowhere/at-all.so"])
      #expect(runtime.status == 2 && runtime.errors.contains("/nowhere/at-all.so"))
      let form = try Command.splash(words + ["--subject-form", "stretch"])
      #expect(form.status == 64 && form.errors.contains("--subject-model"))
    }
  }

  @Test func networkWithAWrongChecksumIsRefused() throws {
    let folder = try scratch.makeFolder("models")
    try MadeNetwork.write(to: folder + "/person.onnx")
    try MadeNetwork.write(to: folder + "/person-wide.onnx")
    let runtime = try #require(MadeNetwork.runtime)
    let run = try failure("--keep", "person", "--onnxruntime", runtime, models: folder)
    #expect(run.status == 2 && run.errors.contains("SHA-256"))
    #expect(run.errors.contains("splash models fetch"))
  }

  @Test func nanFromANetworkEndsTheRun() throws {
    let path = try network("nan.onnx", weights: [.nan, 0, 0])
    let run = try Command.splash(
      try clip(), "-o", "null", "--keep", "subject", "--subject-model", path)
    #expect(
      run.status == 1 && run.errors.contains("nan.onnx: the AI model returned values that are no"))
  }

  @Test func networkOfAnUnsupportedShapeIsRefused() throws {
    let four = try network("four.onnx", shape: [1, 4, 0, 0], weights: [1, 0, 0, 0])
    let run = try failure("--keep", "subject", "--subject-model", four)
    #expect(run.status == 2 && run.errors.contains("1 × 4 × ? × ?"), "\(run.errors)")
    let two = try network("two.onnx", outputs: 2)
    let many = try failure("--keep", "subject", "--subject-model", two)
    #expect(many.status == 2 && many.errors.contains("1 × 2 × ? × ?"), "\(many.errors)")
    let text = try scratch.write("no network", to: "text.onnx")
    let none = try failure("--keep", "subject", "--subject-model", text)
    #expect(none.status == 2 && none.errors.contains(text), "\(none.errors)")
  }

  @Test(arguments: [
    "mean=1,2", "deviation=0,1,1", "size=5x5", "size=64", "stretch=1", "colour",
  ])
  func invalidSubjectFormsAreRefused(form: String) throws {
    let run = try failure(
      "--keep", "subject", "--subject-model", try network(), "--subject-form", form)
    #expect(run.status == 64 && run.errors.contains(form), "\(run.errors)")
  }
}
