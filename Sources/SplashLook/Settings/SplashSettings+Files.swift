extension SplashSettings {
  /// The files and addresses that they name: tables, pictures behind, and masks, each once.
  package var files: [String] {
    var files: [String] = []
    for step in rest + kept {
      if let file = step.tableFile ?? step.picture?.file { files.append(file) }
    }
    for case .mask(let file) in selections { files.append(file) }
    return files.enumerated().filter { !files[..<$0].contains($1) }.map(\.element)
  }
}
