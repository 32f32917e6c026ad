internal import SplashCore
internal import SplashFilter

/// What pictures become for outputs that show the same.
struct Way {
  /// What settings they are drawn by, and what was found.
  let look: LookControl
  /// Nil as long as there is none.
  var filter: (any FrameFilter)?
  /// As if these outputs were the only ones, with places as shares.
  let request: Job.Request
  /// Indices among those of the job.
  let outputs: [Int]
  /// Sinks beside the outputs get the same.
  let hasOthers: Bool

  init(
    _ look: LookControl, filter: (any FrameFilter)? = nil, _ request: Job.Request, outputs: [Int],
    hasOthers: Bool
  ) {
    (self.look, self.filter, self.request) = (look, filter, request)
    (self.outputs, self.hasOthers) = (outputs, hasOthers)
  }
}

extension Job.Request {
  /// One for each look that outputs have, without filters, in the order of the outputs.
  ///
  /// - Parameter hasOthers: there are sinks beside the outputs, for what has no look of its own.
  func ways(in media: MediaDescription, hasOthers: Bool) throws -> [Way] {
    var groups: [(look: OutputLook?, outputs: [Int])] = []
    for index in outputs.indices {
      if let group = groups.firstIndex(where: { $0.look == looks[index] }) {
        groups[group].outputs.append(index)
      } else {
        groups.append((looks[index], [index]))
      }
    }
    if hasOthers || groups.isEmpty, !groups.contains(where: { $0.look == nil }) {
      groups.append((nil, []))
    }
    return try groups.enumerated().map { number, group in
      var request = try group.outputs.first.map(alone) ?? self
      request.looks = [:]
      request = try request.placed(in: media)
      let look = LookControl(request.settings) { [onEvent] gains in
        guard number == 0 else { return }
        let mode = WhiteBalanceMode.gains(red: gains.red, green: gains.green, blue: gains.blue)
        onEvent(
          "colors are judged without the light, as by --white-balance \(mode.text); "
            + "--white-balance off judges them as filmed")
      }
      look.timeline = request.timeline
      return Way(
        look, request, outputs: group.outputs, hasOthers: hasOthers && group.look == nil)
    }
  }

  /// What outputs are told of the pictures.
  ///
  /// - Parameter film: the digest of the film that the input is a part of.
  func media(from source: MediaDescription, film: String?) throws -> MediaDescription {
    var media = source
    if let frameLimit, media.frameRate > 0 {
      media.endChapters(at: Double(frameLimit) / media.frameRate)
    }
    if needsColor { media.bringColor() }
    if needsAlpha { media.bringAlpha() }
    if let place = media.place {
      media.metadata = [("comment", PartTag(place, key: try key, film: film).text)]
    } else if let note {
      media.note(note)
    }
    return media
  }
}

extension Job.Request {
  /// Pictures without color get some, or another luma: of grey alone they come out as they are.
  fileprivate var needsColor: Bool {
    allSettings.contains { !$0.isGrey || $0.show != .result }
  }
}

extension FormatConverter {
  /// Pictures as the looks of a way take them.
  convenience init(for request: Job.Request, isStill: Bool) {
    self.init(needsAlpha: request.needsAlpha, needsColor: request.needsColor, isStill: isStill)
  }
}
