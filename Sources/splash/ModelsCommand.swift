import ArgumentParser
import Foundation
import SplashCore
import SplashJob

/// Lists the networks and their runtime.
struct ModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract: "List the networks that find people and subjects, and say what is missing.",
    discussion: """
      Exit status: 0 all of them are there, 2 something is missing or wrong.
      """)

  @Option(
    help: ArgumentHelp("ONNX Runtime's library.", valueName: "FILE"),
    completion: .file(extensions: ["so"]))
  var onnxruntime: String?

  func run() throws {
    var places = Models.Places()
    places.runtime = onnxruntime
    let models = Models(places)
    var failure: SplashError?
    func line(_ name: String, _ about: String, _ check: () throws -> String) throws {
      let column = name.padding(toLength: 20, withPad: " ", startingAt: 0)
      var state = "missing"
      do { state = try check() } catch let error as SplashError { failure = failure ?? error }
      try printOutput("\(column)\(state)  \(about)".displayed)
    }
    try printOutput("networks in \(models.folder)".displayed)
    for model in ModelFile.all {
      try line(model.name, "\(model.purpose): \(model.origin), \(model.license)") {
        try models.check(model)
        return "ready  "
      }
    }
    try line("ONNX Runtime", "what they run in: MIT") {
      let (library, version) = try models.runtimeVersion()
      return "\(version)   \(library)"
    }
    if let failure { throw failure }
  }
}
