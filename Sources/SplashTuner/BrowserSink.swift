/// Sends frames to the browsers.
final class BrowserSink: FrameSink {
  let name = "browsers"
  let isWatcher: Bool
  private let encoder = JPEGEncoder(maximumWidth: 1280)
  /// A separate encoder, since each encodes frames of one size.
  private let stripEncoder = JPEGEncoder(maximumWidth: 1280, quantizer: 2)
  private let audience: Audience
  private let history: PictureHistory
  private let window: WorkWindow
  private let turn: Turn

  /// - Parameter isWatcher: whether there are outputs as well.
  init(
    audience: Audience, history: PictureHistory, window: WorkWindow, turn: Turn,
    isWatcher: Bool
  ) {
    self.isWatcher = isWatcher
    self.audience = audience
    self.history = history
    self.window = window
    self.turn = turn
  }

  func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    if let record = frame.record { window.add(record) }
    // The miss is noted before looking for ready browsers: one that becomes ready meanwhile asks
    // for the missed frame.
    audience.miss()
    guard audience.wantsPicture else { return }
    _ = audience.takeMiss()
    guard let entry = history.entry(of: frame) else { return }
    let part = PicturePart(
      audience.region, width: entry.frame.width, height: entry.frame.height, turn: turn)
    let main = entry.shown != nil ? part.cut(from: entry.shown!) : part.cut(from: frame)
    var layers = [try encoder.encode(main, turn: turn, clock)]
    if entry.view.needsSource {
      layers.append(try encoder.encode(part.cut(from: entry.frame), turn: turn, clock))
    }
    let strip = audience.strip.map {
      PicturePart($0, width: entry.frame.width, height: entry.frame.height, turn: turn)
    }
    if let strip {
      let cut = entry.shown != nil ? strip.cut(from: entry.shown!) : strip.cut(from: frame)
      layers.append(try stripEncoder.encode(cut, turn: turn, clock))
    }
    audience.show(
      BrowserMessage.picture(
        BrowserMessage.Picture(
          number: entry.number, revision: entry.revision, position: frame.presentationTime ?? 0,
          view: entry.view, region: part.shown, strip: strip?.shown, sizes: layers.map(\.count)),
        layers: layers))
  }

  func finish(_ clock: StageClock) throws {}
}
