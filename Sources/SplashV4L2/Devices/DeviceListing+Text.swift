extension DeviceListing {
  /// The listing as text for people, over several lines.
  public var text: String {
    let kind = isCamera ? (isOutput ? "camera and virtual camera" : "camera") : "virtual camera"
    var lines = problem.map { [$0] } ?? ["\(path)  \(name), \(kind) at \(bus)"]
    for link in links { lines.append("  \(link)") }
    if let choice { lines.append("  without flags: \(choice)") }
    lines += formatLines.map { "  " + $0 }
    let others = formats.filter { !$0.isUsable }.map(\.format.description)
    if !others.isEmpty { lines.append("  not for splash: " + others.joined(separator: " ")) }
    if !controls.isEmpty { lines.append("  controls (--control NAME=VALUE)") }
    lines += controls.map { "    " + $0.text }
    return lines.joined(separator: "\n")
  }

  /// Formats with the same sizes share their lines.
  private var formatLines: [String] {
    var groups: [(names: [String], sizes: [SizeOffer])] = []
    for offer in formats where offer.isUsable {
      if let index = groups.firstIndex(where: { $0.sizes == offer.sizes }) {
        groups[index].names.append(offer.format.description)
      } else {
        groups.append(([offer.format.description], offer.sizes))
      }
    }
    return groups.flatMap { group in
      wrapped(group.names) + group.sizes.map { "  \($0.text)" }
    }
  }

  private func wrapped(_ names: [String]) -> [String] {
    stride(from: 0, to: names.count, by: 16).map { start in
      names[start..<min(start + 16, names.count)].joined(separator: " ")
    }
  }
}

extension SizeOffer {
  /// "640x480    30, 15 frames/s".
  var text: String {
    let size = minimum == maximum ? "\(minimum)" : "\(minimum) to \(maximum)"
    let padding = String(repeating: " ", count: max(1, 11 - size.count))
    let rates = intervals.intervals.map { rateText($0.rate) }
    guard let fastest = rates.first, let slowest = rates.last else { return size }
    let list = intervals.isRange ? "\(slowest) to \(fastest)" : rates.joined(separator: ", ")
    return size + padding + list + " frames/s"
  }
}

extension CameraControl {
  /// "brightness  0 to 255, default 128, now 128".
  var text: String {
    let padding = String(repeating: " ", count: max(1, 32 - name.count))
    var facts: [String] = []
    switch kind {
    case .menu:
      facts.append(menu.map { "\($0.value) \($0.name)" }.joined(separator: " | "))
    case .boolean: facts.append("off or on")
    case .integer, .bitmask:
      facts.append("\(minimum) to \(maximum)" + (step > 1 ? " by \(step)" : ""))
    case .button, .text, .other: facts.append(kind.rawValue)
    }
    if let value { facts.append("default \(standard), now \(value)") }
    if isReadOnly { facts.append("read only") }
    return name + padding + facts.joined(separator: ", ")
  }
}
