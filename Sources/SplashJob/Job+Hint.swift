extension Job {
  /// Advice for a job that kept next to nothing, or found nobody to keep; nil for others.
  var hint: String? {
    guard let kept = look.kept else { return nil }
    let missing = missing
    guard kept < ColorHint.limit || !missing.isEmpty else { return nil }
    let advice =
      if !missing.isEmpty {
        "no \(missing.joined(separator: " and no ")) was found; "
          + "--show mask shows what is selected, --keep thing@X,Y keeps what is at a point"
      } else if let hue = look.hint {
        "the frame has much of --hue \(hue.text)"
      } else if look.seesColor, !request.settings.keptHues.isEmpty {
        "the frame has no other color that the settings let through"
      } else {
        "--show mask shows what is selected"
      }
    let isBalanced = look.correctsCast && !request.settings.keptHues.isEmpty
    return "kept \(RunReport.percent(kept)); \(advice)"
      + (isBalanced ? "; --white-balance off judges colors as they are" : "")
  }

  /// What was to be kept, or to be kept within, and is in no frame: `person`, `face`, `subject`.
  /// Empty for live jobs, whose networks may not have looked at all frames.
  private var missing: [String] {
    guard !isLive else { return [] }
    let wanted = Set(request.allSettings.flatMap { $0.keep + $0.within })
    return look.found.filter { !$0.value && wanted.contains($0.key) }.map(\.key.text).sorted()
  }
}
