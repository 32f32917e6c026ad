extension SplashSettings {
  /// All files and addresses in the settings, without duplicates: color tables, backgrounds and
  /// masks.
  package var files: [String] {
    var files: [String] = []
    for step in rest + kept {
      if let file = step.tableFile ?? step.picture?.file { files.append(file) }
    }
    for case .mask(let file) in selections { files.append(file) }
    return files.enumerated().filter { !files[..<$0].contains($1) }.map(\.element)
  }

  /// The same settings with renamed files.
  package func renamingFiles(_ rename: (String) -> String) -> SplashSettings {
    var settings = self
    settings.rest = rest.map { $0.renamingFile(rename) }
    settings.kept = kept.map { $0.renamingFile(rename) }
    settings.keep = keep.map { $0.renamingFile(rename) }
    settings.within = within.map { $0.renamingFile(rename) }
    settings.without = without.map { $0.renamingFile(rename) }
    return settings
  }
}

extension LookStep {
  fileprivate func renamingFile(_ rename: (String) -> String) -> LookStep {
    let named: [LookValue] = values.map { value in
      if case .file(let file) = value { .file(rename(file)) } else { value }
    }
    return LookStep(form, named, amount: amount)
  }
}

extension Selection {
  fileprivate func renamingFile(_ rename: (String) -> String) -> Selection {
    if case .mask(let file) = self { .mask(file: rename(file)) } else { self }
  }
}
