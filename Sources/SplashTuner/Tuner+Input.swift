internal import Glibc
internal import Synchronization

/// Handles files that are removed or replaced during tuning, as editors do: the page reports it,
/// and readable files are read again.
extension Tuner {
  /// The errors of files and of a controlled run for pages, one line each.
  struct Troubles {
    var input: String?
    var look: String?
    var gone: String?
    var steering: String?

    var lines: [String] { [input, look ?? gone, steering].compactMap(\.self) }
  }

  private var version: FileState? { FileState(path: filePath(of: request.input)) }

  func tell(_ change: (inout Troubles) -> Void) {
    let isNews = troubles.withLock { troubles in
      let before = troubles.lines
      change(&troubles)
      return troubles.lines != before
    }
    if isNews { tellStatus() }
  }

  /// Plays the input until it ends, fails, or has to be opened again.
  ///
  /// - Returns: whether another input replaces it and is to be played.
  func playOnce() throws -> Bool {
    let input = input
    var fault: (any Error)?
    do {
      try input.play()
    } catch {
      // Errors of a stopped input need not be reported.
      if isEnding, request.outputs.isEmpty { return false }
      guard input.version != nil else { throw error }
      fault = error
    }
    let isChanged = isInputChanged.exchange(false, ordering: .relaxed)
    guard !isEnding, input.version != nil,
      isChanged || fault != nil || version != input.version
    else { return false }
    return openAnew(after: input, fault)
  }

  /// Waits for a file that can be read.
  ///
  /// - Parameter fault: why the old file cannot be read on although it is unchanged.
  /// - Returns: false when the tuner ends meanwhile.
  private func openAnew(after old: TunedInput, _ fault: (any Error)?) -> Bool {
    isWaiting.store(true, ordering: .relaxed)
    defer { isWaiting.store(false, ordering: .relaxed) }
    if let fault { tell { $0.input = "\(fault); waiting for another file of that name" } }
    var last: FileState?
    while !isEnding {
      guard fault == nil || version != old.version else {
        usleep(Self.interval)
        continue
      }
      let now = version
      if now == nil {
        tell { $0.input = "\(request.input): it is gone; waiting for a file of that name" }
      } else if now == last {
        do {
          let new = try open()
          troubles.withLock { $0.input = nil }
          try replace(old, by: new)
          return true
        } catch {
          tell { $0.input = "\(error); waiting for a file that can be read" }
        }
      }
      last = now
      usleep(Self.interval)
    }
    return false
  }

  private func open() throws -> TunedInput {
    let look = look
    return try TunedInput(
      request, within: boundary, page: page, after: history.lastNumber
    ) { player, files in
      look.fit(player.media.picture.displayedSize, files)
      return look
    }
  }

  /// Goes on with another input at the time of the last one, and sends every page its size.
  private func replace(_ old: TunedInput, by new: TunedInput) throws {
    let playback = old.player.playback
    current.withLock { $0 = new }
    // A stop meanwhile has only stopped the old input.
    if isEnding { new.stop() }
    old.stop()
    old.scout.end()
    listen(to: new.player)
    if new.player.canSeek {
      try new.player.play(rate: playback.rate)
      try new.player.seek(to: playback.position)
    }
    if !playback.isPlaying, !playback.isStill { try new.player.pause() }
    attend()
    audience.tell(greeting: greeting)
    tellChange()
  }

  /// Checks whether files have changed since they were read. Called repeatedly, by one thread.
  func watchFiles(_ seen: inout SeenFiles) {
    let input = input
    guard request.outputs.isEmpty else { return }
    if let version = input.version, !isWaiting.load(ordering: .relaxed) {
      let now = self.version
      if now == version {
        tell { $0.input = nil }
      } else if now == nil {
        tell { $0.input = "\(request.input): it is gone; waiting for a file of that name" }
      } else if now == seen.input {
        // The file has not changed for a while, so it is complete.
        isInputChanged.store(true, ordering: .relaxed)
        input.job.stop()
      }
      seen.input = now
    }
    let names = Set(look.snapshot.timeline.settings.flatMap(\.files))
    let gone = seen.follow(names) {
      input.files.forget()
      input.renewal.ask()
      input.player.refresh()
    }
    tell { $0.gone = gone.map { "\($0): it is gone; waiting for a file of that name" } }
  }

  /// Microseconds between two checks of the files.
  static let interval: UInt32 = 250_000
}

/// The states of files at the last check.
struct SeenFiles {
  var input: FileState?
  /// Files of the settings: state when read, state at the last check, and whether the file has been
  /// missing since it was read.
  private var named: [String: (read: FileState?, last: FileState?, isGone: Bool)] = [:]

  /// - Parameters:
  ///   - names: of the wanted files; names that are no files are ignored.
  ///   - onChange: called when an existing file has been replaced and no longer changes.
  /// - Returns: the name of a missing file.
  mutating func follow(_ names: Set<String>, onChange: () -> Void) -> String? {
    named = named.filter { names.contains($0.key) }
    var isChanged = false
    for name in names {
      let now = FileState(path: filePath(of: name))
      guard let (read, last, wasGone) = named[name] else {
        // Addresses and the like are never checked.
        let isPlain = !name.contains(":") && FolderEntry(path: filePath(of: name)) == nil
        if now != nil || isPlain { named[name] = (now, now, now == nil) }
        continue
      }
      let isNew = now != nil && now == last && now != read
      isChanged = isChanged || isNew
      let isGone = now == nil || wasGone && !isNew && now != read
      named[name] = (isNew ? now : read, now, isGone)
    }
    if isChanged { onChange() }
    return named.filter(\.value.isGone).keys.min()
  }
}
