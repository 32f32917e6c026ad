import ArgumentParser
import Foundation
import SplashFilter

/// Lists, shows, saves and removes named looks.
struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List looks that have a name, for --use NAME, and keep your own.",
    discussion: """
      splash presets
      splash clip.mp4 -o red.mp4 --use noir-red
      splash presets save dusk --hue orange --rest tint=navy
      splash presets export dusk dusk.json

      Your own are files of settings in ~/.config/splash/presets, or in splash/presets of \
      $XDG_CONFIG_HOME.
      """,
    subcommands: [List.self, Show.self, Save.self, Import.self, Export.self, Remove.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List them: your own first.")

    func run() throws {
      let own = PresetShelf.ownNames
      let shipped = Preset.shipped.filter { !own.contains($0.name) }
      let rows =
        own.map { ($0, sentence(of: $0)) } + shipped.map { ($0.name, $0.sentence) }
      let width = rows.map(\.0.count).max()! + 2
      for (name, sentence) in rows {
        try printOutput(name.padding(toLength: width, withPad: " ", startingAt: 0) + sentence)
      }
    }

    /// The command-line flags of a look, as far as they fit a line.
    private func sentence(of name: String) -> String {
      do {
        let look = try PresetShelf.look(name)
        let flags = look.base.flags.map(shellQuoted).joined(separator: " ")
        let keys = look.entries.isEmpty ? [] : ["\(look.entries.count) keys in time"]
        let text = ([flags.isEmpty ? "--hue red" : flags] + keys).joined(separator: ", ")
        return text.count > 100 ? text.prefix(99) + "…" : text
      } catch { return "cannot be used: \(error)".displayedOnALine }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print one as JSON, as --settings reads it.")
    @Argument(help: "Its name.") var name: String

    func run() throws { try printOutput(PresetShelf.look(name).document) }
  }

  struct Save: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Keep a look under a name: that of a file of settings, or of flags.")
    @Argument(help: "Its name.") var name: String
    @Argument(help: "Settings as --save-settings wrote them.") var file: String?
    @Flag(name: [.customShort("y"), .long], help: "Replace one that is there.")
    var overwrite = false
    @OptionGroup(title: "Look") var look: LookOptions

    func run() throws {
      var look = look
      if let file {
        guard look.settings == nil, look.use == nil else {
          throw SplashError(
            .usage, "\(file) beside --settings or --use", cause: "they exclude each other",
            remedy: "name one")
        }
        look.settings = file
      }
      try PresetShelf.save(look.resolveInTime(), as: name, overwrite: overwrite)
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Keep a file of settings under its own name.")
    @Argument(help: "Settings as JSON.", completion: .file(extensions: ["json"])) var file: String
    @Flag(name: [.customShort("y"), .long], help: "Replace one that is there.")
    var overwrite = false
    @OptionGroup var allowed: AllowedFiles

    func run() throws {
      let (look, isNote) = try LookOptions.read(file, flag: "import")
      try allowed.check(look, of: file, isNote: isNote)
      let name = file.split(separator: "/").last.map(String.init) ?? file
      let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
      guard PresetShelf.isName(stem) else {
        throw SplashError(
          .usage, "import \(file): its name is none for a preset",
          remedy: "write splash presets save NAME \(shellQuoted(file))")
      }
      try PresetShelf.save(look, as: stem, overwrite: overwrite)
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write one into a file, for somebody else or for --settings.")
    @Argument(help: "Its name.") var name: String
    @Argument(help: "The file.", completion: .file(extensions: ["json"])) var file: String
    @Flag(name: [.customShort("y"), .long], help: "Replace a file that is there.")
    var overwrite = false

    func run() throws {
      let look = try PresetShelf.look(name)
      let own = try PresetShelf.file(of: name).map { [$0] } ?? []
      try TextFile(file, overwrite: overwrite, inputs: own).write(look.document + "\n")
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Forget one of your own.")
    @Argument(help: "Its name.") var name: String

    func run() throws { try PresetShelf.remove(name) }
  }
}
