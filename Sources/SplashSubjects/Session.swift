internal import Glibc

/// A network that is ready to run: floats in, floats out. Any thread.
package final class Session: Sendable {
  /// Shapes of inputs and outputs, in the file's order; nil for a side of free length.
  package let inputShapes, outputShapes: [[Int?]]
  private let runtime: OnnxRuntime
  private let opened: SessionFile
  private let inputNames, outputNames: [String]
  private let file: String
  private let threads: Int

  private typealias Handle = OnnxRuntime.Handle
  private typealias Result = UnsafeMutablePointer<OnnxRuntime.Handle?>

  /// - Parameters:
  ///   - file: a network with inputs and outputs of 32-bit floats.
  ///   - inputs: how many it must have; nil for any number.
  ///   - outputs: how many of its outputs to use, from the first; nil for all.
  ///   - threads: of a run, for a network of its own; results do not depend on it.
  /// - Throws: `SplashError` of kind badInput if the file is not such a network.
  package init(
    _ file: String, _ runtime: OnnxRuntime, inputs: Int? = 1, outputs: Int? = 1, threads: Int = 1
  ) throws(SplashError) {
    (self.file, self.runtime, self.threads) = (file, runtime, threads)
    opened = runtime.shared?.file(file) ?? SessionFile()
    do {
      let (taken, made) = try runtime.alone { [opened] () throws(OnnxRuntime.Failure) in
        let session = try Self.session(of: opened, file, runtime, threads)
        return (
          try Self.ports(of: session.handle, .inputs, inputs, runtime),
          try Self.ports(of: session.handle, .outputs, outputs, runtime)
        )
      }
      (inputNames, inputShapes) = (taken.map(\.name), taken.map(\.shape))
      (outputNames, outputShapes) = (made.map(\.name), made.map(\.shape))
    } catch {
      throw SplashError(
        .badInput, "\(file): not an AI model that ONNX Runtime \(runtime.version) takes",
        cause: error.message)
    }
  }

  /// Runs a network with one input, and waits for it.
  ///
  /// - Returns: the network's first output.
  /// - Throws: `SplashError` of kind failure if the network fails.
  package func run(_ input: Tensor) throws(SplashError) -> Tensor {
    try run([input], outputs: [0])[0]
  }

  /// Runs the network, and waits for it. The result does not depend on the number of threads.
  ///
  /// - Parameters:
  ///   - inputs: as many as the network has, in its order.
  ///   - outputs: the indices of the wanted outputs; nil for all in `outputShapes`.
  /// - Returns: these outputs.
  /// - Throws: `SplashError` of kind failure if the network fails.
  package func run(
    _ inputs: [Tensor], outputs: [Int]? = nil
  ) throws(SplashError) -> [Tensor] {
    precondition(inputs.count == inputNames.count)
    do {
      return try results(of: inputs, outputs.map { $0.map { outputNames[$0] } } ?? outputNames)
    } catch {
      throw SplashError(.failure, "\(file): the AI model failed", cause: error.message)
    }
  }

  private func results(
    of inputs: [Tensor], _ wanted: [String]
  ) throws(OnnxRuntime.Failure) -> [Tensor] {
    typealias CreateTensor =
      @convention(c) (Handle, Handle?, Int, UnsafePointer<Int64>, Int, Int32, Result) -> Handle?
    typealias Run =
      @convention(c) (
        Handle, Handle?, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Handle?>, Int,
        UnsafePointer<UnsafePointer<CChar>?>, Int, Result
      ) -> Handle?
    var tensors: [Handle?] = []
    var outputs = [Handle?](repeating: nil, count: wanted.count)
    let names = (inputNames + wanted).map { strdup($0) }
    defer {
      for case let value? in tensors + outputs { runtime.release(value, .releaseValue) }
      for name in names { free(name) }
    }
    let (taken, made) = (
      names.prefix(inputs.count).map { UnsafePointer($0) },
      names.dropFirst(inputs.count).map { UnsafePointer($0) }
    )
    // The library reads inputs where they are: that of a click has seven megabytes.
    try Self.withValues(of: inputs[...]) { values throws(OnnxRuntime.Failure) in
      for (input, values) in zip(inputs, values) {
        let shape = input.shape.map(Int64.init)
        tensors.append(
          try runtime.made {
            runtime.function(.createTensorWithData, as: CreateTensor.self)(
              runtime.memory, UnsafeMutablePointer(mutating: values.baseAddress), 4 * values.count,
              shape, shape.count, float, $0)
          })
      }
      try runtime.withRunOptions { options throws(OnnxRuntime.Failure) in
        let session = try Self.session(of: opened, file, runtime, threads)
        try runtime.check(
          runtime.function(.run, as: Run.self)(
            session.handle, options, taken, tensors, tensors.count, made, made.count, &outputs))
      }
    }
    var results: [Tensor] = []
    for output in outputs {
      guard let output else { throw OnnxRuntime.Failure(message: "nothing was made") }
      results.append(try contents(of: output))
    }
    return results
  }

  /// Calls `body` with the values of each tensor where they are.
  private static func withValues(
    of tensors: ArraySlice<Tensor>, _ before: [UnsafeBufferPointer<Float>] = [],
    _ body: ([UnsafeBufferPointer<Float>]) throws(OnnxRuntime.Failure) -> Void
  ) throws(OnnxRuntime.Failure) {
    guard let first = tensors.first else { return try body(before) }
    try first.values.withUnsafeBufferPointer { values throws(OnnxRuntime.Failure) in
      try withValues(of: tensors.dropFirst(), before + [values], body)
    }
  }

  private func contents(of value: OnnxRuntime.Handle) throws(OnnxRuntime.Failure) -> Tensor {
    typealias Get = @convention(c) (Handle, Result) -> Handle?
    let info = try runtime.made {
      runtime.function(.getTensorTypeAndShape, as: Get.self)(value, $0)
    }
    defer { runtime.release(info, .releaseTensorTypeAndShapeInfo) }
    let shape = try Self.shape(info, runtime).map { $0 ?? 0 }
    let data = try runtime.made {
      runtime.function(.getTensorMutableData, as: Get.self)(value, $0)
    }
    let count = shape.reduce(1, *)
    let values = UnsafeBufferPointer(
      start: data.assumingMemoryBound(to: Float.self), count: count)
    return Tensor(shape: shape, values: Array(values))
  }

  // MARK: - Reading the file's inputs and outputs

  /// The functions that describe a network's inputs, or its outputs.
  private struct Side {
    let word: String
    let count, name, type: OnnxRuntime.Function
    /// Whether more than the wanted number are accepted.
    let isOpen: Bool

    static let inputs = Side(
      word: "input", count: .sessionGetInputCount, name: .sessionGetInputName,
      type: .sessionGetInputTypeInfo, isOpen: false)
    static let outputs = Side(
      word: "output", count: .sessionGetOutputCount, name: .sessionGetOutputName,
      type: .sessionGetOutputTypeInfo, isOpen: true)
  }

  /// The session of a file, opened if it is closed. Called in `alone`.
  private static func session(
    of opened: SessionFile, _ file: String, _ runtime: OnnxRuntime, _ threads: Int
  ) throws(OnnxRuntime.Failure) -> OnnxRuntime.OpenedSession {
    func open() throws(OnnxRuntime.Failure) -> OnnxRuntime.OpenedSession {
      try Self.open(file, runtime, threads)
    }
    guard let shared = runtime.shared else { return try opened.session(open: open) }
    return try shared.session(of: opened, open: open)
  }

  private static func open(
    _ file: String, _ runtime: OnnxRuntime, _ threads: Int
  ) throws(OnnxRuntime.Failure) -> OnnxRuntime.OpenedSession {
    typealias CreateOptions = @convention(c) (Result) -> Handle?
    typealias SetThreads = @convention(c) (Handle, Int32) -> Handle?
    typealias Disable = @convention(c) (Handle) -> Handle?
    typealias Create =
      @convention(c) (Handle, UnsafePointer<CChar>, Handle, Result) -> Handle?
    let options = try runtime.made {
      runtime.function(.createSessionOptions, as: CreateOptions.self)($0)
    }
    defer { runtime.release(options, .releaseSessionOptions) }
    let threads = runtime.shared == nil ? Int32(threads) : SharedSessions.threads
    try runtime.check(
      runtime.function(.setIntraOpNumThreads, as: SetThreads.self)(options, threads))
    if runtime.shared != nil {
      try runtime.check(runtime.function(.disableCpuMemArena, as: Disable.self)(options))
    }
    let handle = try runtime.made { result in
      file.withPath {
        runtime.function(.createSession, as: Create.self)(runtime.environment, $0, options, result)
      }
    }
    return OnnxRuntime.OpenedSession(handle, of: runtime)
  }

  private static func ports(
    of session: OnnxRuntime.Handle, _ side: Side, _ wanted: Int?, _ runtime: OnnxRuntime
  ) throws(OnnxRuntime.Failure) -> [(name: String, shape: [Int?])] {
    typealias GetCount = @convention(c) (Handle, UnsafeMutablePointer<Int>) -> Handle?
    var count = 0
    try runtime.check(runtime.function(side.count, as: GetCount.self)(session, &count))
    let wanted = wanted ?? count
    guard count == wanted || side.isOpen && count > wanted else {
      throw OnnxRuntime.Failure(message: "it has \(counted(count, side.word))")
    }
    var ports: [(name: String, shape: [Int?])] = []
    for index in 0..<wanted {
      ports.append(
        (
          try name(of: session, side.name, index, runtime),
          try shape(of: session, side.type, index, runtime)
        ))
    }
    return ports
  }

  private static func name(
    of session: OnnxRuntime.Handle, _ place: OnnxRuntime.Function, _ index: Int,
    _ runtime: OnnxRuntime
  ) throws(OnnxRuntime.Failure) -> String {
    typealias GetName = @convention(c) (Handle, Int, Handle, Result) -> Handle?
    typealias Free = @convention(c) (Handle, Handle) -> Handle?
    let name = try runtime.made {
      runtime.function(place, as: GetName.self)(session, index, runtime.allocator, $0)
    }
    let text = String(cString: name.assumingMemoryBound(to: CChar.self))
    try runtime.check(runtime.function(.allocatorFree, as: Free.self)(runtime.allocator, name))
    return text
  }

  private static func shape(
    of session: OnnxRuntime.Handle, _ place: OnnxRuntime.Function, _ index: Int,
    _ runtime: OnnxRuntime
  ) throws(OnnxRuntime.Failure) -> [Int?] {
    typealias GetInfo = @convention(c) (Handle, Int, Result) -> Handle?
    typealias Cast = @convention(c) (Handle, Result) -> Handle?
    let info = try runtime.made {
      runtime.function(place, as: GetInfo.self)(session, index, $0)
    }
    defer { runtime.release(info, .releaseTypeInfo) }
    let tensor = try runtime.made {
      runtime.function(.castTypeInfoToTensorInfo, as: Cast.self)(info, $0)
    }
    guard try isFloat(tensor, runtime) else {
      throw OnnxRuntime.Failure(message: "its numbers are no 32-bit floats")
    }
    return try shape(tensor, runtime)
  }

  private static func isFloat(
    _ info: OnnxRuntime.Handle, _ runtime: OnnxRuntime
  ) throws(OnnxRuntime.Failure) -> Bool {
    typealias GetType = @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> Handle?
    var type: Int32 = 0
    try runtime.check(
      runtime.function(.getTensorElementType, as: GetType.self)(info, &type))
    return type == float
  }

  private static func shape(
    _ info: OnnxRuntime.Handle, _ runtime: OnnxRuntime
  ) throws(OnnxRuntime.Failure) -> [Int?] {
    typealias GetCount = @convention(c) (Handle, UnsafeMutablePointer<Int>) -> Handle?
    typealias GetSides =
      @convention(c) (Handle, UnsafeMutablePointer<Int64>, Int) -> Handle?
    var count = 0
    try runtime.check(
      runtime.function(.getDimensionsCount, as: GetCount.self)(info, &count))
    var sides = [Int64](repeating: 0, count: count)
    try runtime.check(
      runtime.function(.getDimensions, as: GetSides.self)(info, &sides, count))
    return sides.map { $0 > 0 ? Int($0) : nil }
  }
}

/// ONNX's name for 32-bit floats.
private let float: Int32 = 1
