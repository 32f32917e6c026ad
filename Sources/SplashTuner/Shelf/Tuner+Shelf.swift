internal import Foundation

extension Tuner {
  var shelf: LookShelf {
    LookShelf(
      input: request.input, allowed: request.allowedFolders, own: request.givenLooks)
  }

  /// Sends a browser the files that it may make a look from. Slow.
  func showShelf(to outbox: Outbox) {
    let (items, more) = shelf.items()
    outbox.put(
      answer: BrowserMessage.encode(
        BrowserMessage.Shelf(keeps: request.givenLooks != nil, items: items, more: more)))
  }

  /// Shows a browser the newest frame under the look of a file. Slow.
  func tryFile(_ file: String, for key: BrowserRequest.LookKey, to outbox: Outbox) {
    var tried = BrowserMessage.Tried(key: key.rawValue, file: file)
    do {
      let (settings, look) = try look(of: file, for: key)
      tried.look = look
      tried.picture = try awaitedPicture().map { entry in
        try Thumbnails(of: entry.frame, turn: turn).picture(settings.quick(for: key), trialFiles)
      }
    } catch {
      tried.trouble = "\(error)"
    }
    outbox.put(answer: BrowserMessage.encode(tried))
  }

  /// Stores a file that a browser uploads, if it is a look.
  ///
  /// - Returns: the look's step that names it.
  func keepLook(_ bytes: [UInt8], as name: String) throws -> String {
    let file = try shelf.keep(bytes, as: name) { _ = try look(of: $0, for: .rest) }
    return try look(of: file, for: .rest).look
  }

  /// Files for a single trial are not cached, and push nothing out of the cache.
  private var trialFiles: LookFiles { .decoding(behind: turn, within: boundary) }

  /// The present settings with a file as the look: a LUT where it is one, else a picture.
  private func look(
    of file: String, for key: BrowserRequest.LookKey
  ) throws -> (settings: SplashSettings, look: String) {
    var trouble: (any Error)?
    // A number after a colon would be parsed as the amount where the amount is missing.
    let amount = file.split(separator: ":").last.flatMap { Double($0) } == nil ? "" : ":1"
    for form in LookShelf.isTable(file) ? ["lut"] : ["lut", "image"] {
      do {
        let word = "\(form)=\(file)\(amount)"
        let settings = try settings(with: word, for: key)
        try trialFiles.read(for: settings.looksAlone)
        return (settings, word)
      } catch {
        trouble = error
      }
    }
    throw trouble!
  }

  private func settings(
    with word: String, for key: BrowserRequest.LookKey
  ) throws -> SplashSettings {
    try JSONText.decode(
      SplashSettings.self, from: JSONEncoder().encode([key.rawValue: [word]]),
      with: [.baseSettings: look.snapshot.settings])
  }
}

extension SplashSettings {
  /// The looks of these settings, without networks and masks.
  fileprivate var looksAlone: SplashSettings {
    var settings = SplashSettings()
    (settings.rest, settings.kept) = (rest, kept)
    return settings
  }

  /// The same for a quick small frame: without networks and other files; the look then covers the
  /// whole frame.
  fileprivate func quick(for key: BrowserRequest.LookKey) -> SplashSettings {
    guard !selections.allSatisfy({ $0.region != nil }) else { return self }
    var settings = looksAlone
    settings.keep = [.region(Region(.box(x: -3, y: -3, width: 1, height: 1)))]
    settings.invert = key == .kept
    return settings
  }
}
