import ArgumentParser
import SplashCore

/// What people type in the place of a subcommand: an error that names the right command.
enum MeantCommand {
  private static let table = [
    "app": tune, "camera": camera, "editor": tune, "gui": tune, "ui": tune,
    "install": "splash models fetch for AI models, or splash service install for a camera",
    "options": "splash --help-all",
    "version": "splash --version", "web": tune,
    "webcam": camera,
  ]

  private static let tune = "splash tune clip.mp4, a page in the browser"
  private static let camera = "splash devices to list cameras, then splash /dev/video0 -o red.mkv"

  /// - Throws: `SplashError` of kind usage for a first word that is in the table and no file.
  static func refuse(_ words: [String]) throws {
    guard let word = words.first, let command = table[word], word.fileKind == nil else { return }
    throw SplashError(
      .usage, "\(word): neither a file nor a subcommand of splash", remedy: "write \(command)")
  }
}
