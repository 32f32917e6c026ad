package import SplashBase

/// A network, ready to run: floats in, floats out. Any thread.
package final class Session: Sendable {
  /// Sides of what goes in, and of what comes out first; nil for one that is free.
  package let inputShape, outputShape: [Int?]
  private let runtime: OnnxRuntime
  private nonisolated(unsafe) let session: OnnxRuntime.Handle
  private let inputName, outputName: String
  private let file: String

  private typealias Handle = OnnxRuntime.Handle
  private typealias Result = UnsafeMutablePointer<OnnxRuntime.Handle?>

  /// - Parameter file: a network with one input, of 32-bit floats.
  /// - Throws: `SplashError` of kind badInput for a file that is none.
  package init(_ file: String, _ runtime: OnnxRuntime) throws(SplashError) {
    (self.file, self.runtime) = (file, runtime)
    do {
      session = try Self.open(file, runtime)
      inputName = try Self.name(of: session, .sessionGetInputName, runtime)
      outputName = try Self.name(of: session, .sessionGetOutputName, runtime)
      inputShape = try Self.shape(of: session, .sessionGetInputTypeInfo, runtime)
      outputShape = try Self.shape(of: session, .sessionGetOutputTypeInfo, runtime)
    } catch {
      throw SplashError(
        .badInput, "\(file): not a network that ONNX Runtime \(runtime.version) takes",
        cause: error.message)
    }
  }

  deinit { runtime.release(session, .releaseSession) }

  /// One run on the calling thread, so that the result does not depend on how many there are.
  ///
  /// - Returns: the network's first output.
  /// - Throws: `SplashError` of kind failure for what the network refuses.
  package func run(_ input: consuming Tensor) throws(SplashError) -> Tensor {
    do {
      return try result(of: input)
    } catch {
      throw SplashError(.failure, "\(file): the network failed", cause: error.message)
    }
  }

  private func result(of input: consuming Tensor) throws(OnnxRuntime.Failure) -> Tensor {
    typealias CreateTensor =
      @convention(c) (Handle, Handle?, Int, UnsafePointer<Int64>, Int, Int32, Result) -> Handle?
    typealias Run =
      @convention(c) (
        Handle, Handle?, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Handle?>, Int,
        UnsafePointer<UnsafePointer<CChar>?>, Int, Result
      ) -> Handle?
    let shape = input.shape.map(Int64.init)
    var values = input.values
    let made: Swift.Result<Tensor, OnnxRuntime.Failure> = values.withUnsafeMutableBytes { bytes in
      do throws(OnnxRuntime.Failure) {
        let tensor = try runtime.made {
          runtime.function(.createTensorWithData, as: CreateTensor.self)(
            runtime.memory, bytes.baseAddress, bytes.count, shape, shape.count, float, $0)
        }
        defer { runtime.release(tensor, .releaseValue) }
        let output = try runtime.made { result in
          inputName.withCString { inputName in
            outputName.withCString { outputName in
              runtime.function(.run, as: Run.self)(
                session, nil, [inputName], [tensor], 1, [outputName], 1, result)
            }
          }
        }
        defer { runtime.release(output, .releaseValue) }
        return .success(try contents(of: output))
      } catch {
        return .failure(error)
      }
    }
    return try made.get()
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

  // MARK: - What the file says

  private static func open(
    _ file: String, _ runtime: OnnxRuntime
  ) throws(OnnxRuntime.Failure) -> OnnxRuntime.Handle {
    typealias CreateOptions = @convention(c) (Result) -> Handle?
    typealias SetThreads = @convention(c) (Handle, Int32) -> Handle?
    typealias Create =
      @convention(c) (Handle, UnsafePointer<CChar>, Handle, Result) -> Handle?
    let options = try runtime.made {
      runtime.function(.createSessionOptions, as: CreateOptions.self)($0)
    }
    defer { runtime.release(options, .releaseSessionOptions) }
    try runtime.check(runtime.function(.setIntraOpNumThreads, as: SetThreads.self)(options, 1))
    return try runtime.made { result in
      file.withPath {
        runtime.function(.createSession, as: Create.self)(runtime.environment, $0, options, result)
      }
    }
  }

  private static func name(
    of session: OnnxRuntime.Handle, _ place: OnnxRuntime.Function, _ runtime: OnnxRuntime
  ) throws(OnnxRuntime.Failure) -> String {
    typealias GetName = @convention(c) (Handle, Int, Handle, Result) -> Handle?
    typealias Free = @convention(c) (Handle, Handle) -> Handle?
    let name = try runtime.made {
      runtime.function(place, as: GetName.self)(session, 0, runtime.allocator, $0)
    }
    let text = String(cString: name.assumingMemoryBound(to: CChar.self))
    try runtime.check(runtime.function(.allocatorFree, as: Free.self)(runtime.allocator, name))
    return text
  }

  private static func shape(
    of session: OnnxRuntime.Handle, _ place: OnnxRuntime.Function, _ runtime: OnnxRuntime
  ) throws(OnnxRuntime.Failure) -> [Int?] {
    typealias GetCount = @convention(c) (Handle, UnsafeMutablePointer<Int>) -> Handle?
    typealias GetInfo = @convention(c) (Handle, Int, Result) -> Handle?
    typealias Cast = @convention(c) (Handle, Result) -> Handle?
    var count = 0
    try runtime.check(
      runtime.function(.sessionGetInputCount, as: GetCount.self)(session, &count))
    guard count == 1 else { throw OnnxRuntime.Failure(message: "it has \(count) inputs") }
    let info = try runtime.made {
      runtime.function(place, as: GetInfo.self)(session, 0, $0)
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
