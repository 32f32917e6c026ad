internal import CFFmpeg
internal import CSplashKernels
public import SplashCore
internal import Synchronization

/// The filter: keeps the colors that the settings choose and turns the rest grey.
///
/// The luma plane is passed on by reference; only chroma is read and written, into buffers that are
/// used again. Grey is therefore the stream's own luma.
public final class Splash: FrameFilter {
  private let kernels: SplashDSP
  private let shared: Mutex<Shared>
  private let (pool, wholePool, widePool) = (BufferPool(), BufferPool(), BufferPool())
  private let steadyMask: SteadyMask
  private let turns: Int
  private var maskMeter = MaskMeter()
  private var balance = WhiteBalance()
  private var key: PreparedKey?

  private struct Shared {
    var settings: SplashSettings
    var gains = Gains()
    var kept: Double?
    var flicker: Double?
  }

  private struct PreparedKey {
    var settings: SplashSettings
    var gains: Gains
    var coding: ColorCoding
    var key: SplashKey
  }

  /// - Parameters:
  ///   - settings: validated look settings.
  ///   - instructionSet: what the kernels may use; the machine must have it.
  ///   - rotation: degrees counter-clockwise that players turn the picture, to the nearest quarter turn:
  ///     what is side by side then.
  public init(
    settings: SplashSettings, instructionSet: InstructionSet = .best, rotation: Double = 0
  ) {
    turns = quarterTurns(rotation)
    shared = Mutex(Shared(settings: settings))
    self.instructionSet = instructionSet
    kernels = SplashDSP(instructionSet)
    steadyMask = SteadyMask(instructionSet: instructionSet)
  }

  /// Look settings; a change counts from the next picture on. Any thread.
  public var settings: SplashSettings {
    get { shared.withLock { $0.settings } }
    set { shared.withLock { $0.settings = newValue } }
  }

  /// The instruction set in use.
  public let instructionSet: InstructionSet

  /// The gains that the last picture's gate used. Any thread.
  public var gains: Gains { shared.withLock { $0.gains } }

  /// Mean share of the picture that was kept, 0…1; nil before the first picture with colors. Any
  /// thread.
  public var kept: Double? { shared.withLock { $0.kept } }

  /// Mean share of mask samples that changed by more than a quarter between neighboring pictures; nil
  /// before the second one. Where stability and despeckle are 0 and the result is shown it is that of
  /// some rows of the mask. Any thread.
  public var flicker: Double? { shared.withLock { $0.flicker } }

  public func apply(to frame: inout Frame, _ clock: StageClock) throws {
    guard let format = NativeFormat(frame.format)?.samples else { return }
    let settings = settings
    let coding = ColorCoding(of: frame, depth: format.depth)
    let gains = clock.measure(.balance) {
      self.gains(for: frame, format, settings, coding)
    }
    clock.measure(.splash) {
      let key = prepare(settings, gains: gains, coding)
      let isPlain = settings.stability == 0 && settings.despeckle == 0 && !settings.balanceOutput
      frame =
        isPlain && settings.show == .result
        ? splash(frame, format, key) : view(frame, format, key, settings, gains, coding)
    }
    let samples = steadyMask.changes.samples + maskMeter.changes.samples
    let changed = steadyMask.changes.changed + maskMeter.changes.changed
    shared.withLock {
      ($0.gains, $0.kept) = (gains, maskMeter.kept)
      $0.flicker = samples > 0 ? Double(changed) / Double(samples) : nil
    }
  }

  private func gains(
    for frame: borrowing Frame, _ format: SplashFormat, _ settings: SplashSettings,
    _ coding: ColorCoding
  ) -> Gains {
    let area: SplashArea
    switch settings.whiteBalance {
    case .off: return Gains()
    case .gains(let red, let green, let blue): return Gains(red: red, green: green, blue: blue)
    case .grayWorld: area = frame.area(WhiteBalanceMode.Region(x: 0, y: 0, width: 1, height: 1))
    case .card(let region): area = frame.area(region)
    }
    var (rule, picture) = (coding.rule(Gains()), SplashPicture(frame, format))
    balance.follow(
      SplashLight(&rule, &picture, area), at: frame.presentationTime, mode: settings.whiteBalance,
      timeConstant: settings.balanceTime, isLocked: settings.lockBalance)
    return balance.gains
  }

  private func prepare(
    _ settings: SplashSettings, gains: Gains, _ coding: ColorCoding
  ) -> SplashKey {
    if let key, key.settings == settings, key.gains == gains, key.coding == coding { return key.key }
    let fresh = SplashKey(
      settings, gains: gains, matrix: coding.matrix, range: coding.range, depth: coding.depth)
    key = PreparedKey(settings: settings, gains: gains, coding: coding, key: fresh)
    return fresh
  }

  /// Mask and grey in one pass, nothing remembered.
  private func splash(
    _ frame: borrowing Frame, _ format: SplashFormat, _ key: SplashKey
  ) -> Frame {
    steadyMask.reset()
    let result = frame.withNewChroma(format, from: pool)
    var picture = SplashPicture(frame, format, into: result)
    let rows = Int32(frame.chromaHeight)
    withUnsafePointer(to: key) { kernels.splash($0, &picture, 0, rows) }
    maskMeter.add(
      SplashPicture(frame, format), key, kernels, width: frame.chromaWidth,
      height: frame.chromaHeight)
    return result
  }

  /// The mask first, and from it what the settings want to see.
  private func view(
    _ frame: borrowing Frame, _ format: SplashFormat, _ key: SplashKey, _ settings: SplashSettings,
    _ gains: Gains, _ coding: ColorCoding
  ) -> Frame {
    let source = SplashPicture(frame, format)
    let rows = Int32(frame.chromaHeight)
    var rule = coding.rule(gains)
    if settings.show == .mask {
      let mask = mask(frame, key, source, nil, settings)
      let result = frame.withNewPlanes(format, from: wholePool)
      var picture = SplashPicture(frame, format, into: result)
      (picture.mask, picture.mask_stride) = (mask.data, mask.stride)
      kernels.showMask(&rule, &picture, 0, rows)
      return result
    }
    let result: Frame
    var target: SplashPicture
    if settings.balanceOutput {
      result = frame.withNewPlanes(format, from: wholePool)
      target = SplashPicture(frame, format, into: result)
      kernels.balance(&rule, &target, 0, rows)
      target = SplashPicture(result, NativeFormat(result.format)!.samples, into: result)
    } else {
      result = frame.withNewChroma(format, from: pool)
      target = SplashPicture(frame, format, into: result)
    }
    mask(frame, key, source, target, settings)
    return settings.show == .sideBySide ? frame.beside(result, turns: turns, from: widePool) : result
  }

  @discardableResult
  private func mask(
    _ frame: borrowing Frame, _ key: SplashKey, _ source: SplashPicture, _ target: SplashPicture?,
    _ settings: SplashSettings
  ) -> SplashPlane {
    let mask = steadyMask.next(
      key, source, into: target, width: frame.chromaWidth, height: frame.chromaHeight,
      stability: settings.stability, despeckle: settings.despeckle)
    maskMeter.add(mask)
    return mask
  }
}
