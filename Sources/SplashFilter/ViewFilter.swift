/// Shows what the settings choose: the result of a filter, its mask, or both side by side.
public final class ViewFilter: FrameFilter {
  private let splash: Splash
  private let pool = BufferPool()

  /// - Parameter splash: the filter to show, which also has the turn for display; it must not be
  ///   used elsewhere.
  public init(of splash: Splash) { self.splash = splash }

  public func apply(to frame: inout Frame, _ clock: StageClock) throws {
    guard frame.format.isNative else { return }
    switch splash.control.settings.show {
    case .result: try splash.apply(to: &frame, clock)
    case .mask:
      let mask = try splash.mask(of: frame, clock)
      frame = clock.measure(.splash) { draw(mask, of: frame) }
    case .sideBySide:
      let source = Frame(sharing: frame)
      try splash.apply(to: &frame, clock)
      frame = clock.measure(.splash) { put(source, beside: frame) }
    }
  }

  private func draw(_ mask: MaskPlane, of frame: borrowing Frame) -> Frame {
    let result = frame.withNewPlanes(from: pool)
    frame.withPlanes { source in
      result.withMutablePlanes { mask.draw(of: source, into: $0, splash.instructionSet) }
    }
    return result
  }

  private func put(_ source: borrowing Frame, beside result: borrowing Frame) -> Frame {
    let layout = SideBySide(
      width: source.width, height: source.height, format: result.format.samples!,
      turn: splash.turn)
    var whole = pool.picture(width: layout.width, height: layout.height, format: result.format)
    whole.copyProperties(of: source)
    source.withPlanes { source in
      result.withPlanes { result in
        whole.withMutablePlanes { layout.draw(source, result, into: $0) }
      }
    }
    return whole
  }
}
