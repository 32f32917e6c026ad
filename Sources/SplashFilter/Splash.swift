public import SplashCore

/// The filter: keeps the colors that the settings choose and turns the rest grey.
///
/// The luma plane is passed on by reference; only chroma is read and written, into buffers that are
/// used again. Grey is therefore the stream's own luma. Pictures in a format that is not native,
/// grey ones among them, pass as they are.
public final class Splash: FrameFilter {
  /// Its settings, and what it found in the last picture. Any thread.
  public let control: LookControl
  private let look: Look
  /// Quarter turns counter-clockwise for display.
  let turns: Int
  private let (pool, wholePool) = (BufferPool(), BufferPool())

  /// - Parameters:
  ///   - control: validated look settings.
  ///   - instructionSet: what the kernels may use; the machine must have it.
  ///   - rotation: degrees counter-clockwise that players turn the picture, to the nearest quarter
  ///     turn: regions are where they are seen then.
  public init(
    _ control: LookControl, instructionSet: InstructionSet = .best, rotation: Double = 0
  ) {
    self.control = control
    turns = quarterTurns(rotation)
    look = Look(instructionSet: instructionSet, turns: turns)
  }

  public convenience init(
    settings: SplashSettings, instructionSet: InstructionSet = .best, rotation: Double = 0
  ) {
    self.init(LookControl(settings), instructionSet: instructionSet, rotation: rotation)
  }

  /// The instruction set in use.
  public var instructionSet: InstructionSet { look.instructionSet }

  public func apply(to frame: inout Frame, _ clock: StageClock) throws {
    guard frame.format.isNative else { return }
    let settings = control.settings
    let gains = follow(frame, settings, clock)
    frame = clock.measure(.splash) {
      let result =
        Composition(settings).changesLuma
        ? frame.withNewPlanes(from: wholePool) : frame.withNewChroma(from: pool)
      frame.withPlanes { source in
        result.withMutablePlanes { look.compose(source, into: $0, settings, gains) }
      }
      return result
    }
    control.report(look, gains: gains)
  }

  /// The mask of a picture in a native format, in place of the result; valid until the next call.
  func mask(of frame: borrowing Frame, _ clock: StageClock) -> MaskPlane {
    let settings = control.settings
    let gains = follow(frame, settings, clock)
    let mask = clock.measure(.splash) {
      frame.withPlanes { look.mask(of: $0, settings, gains) }!
    }
    control.report(look, gains: gains)
    return mask
  }

  private func follow(
    _ frame: borrowing Frame, _ settings: SplashSettings, _ clock: StageClock
  ) -> Gains {
    clock.measure(.balance) {
      let time = frame.presentationTime
      return frame.withPlanes { look.gains(for: $0, at: time, settings) }!
    }
  }
}
