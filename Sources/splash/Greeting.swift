import Glibc
import SplashFFmpeg

/// The text for a user who types `splash` alone at a terminal.
enum Greeting {
  static let sentence =
    "splash keeps the colors, things and people you choose and turns the rest grey."

  /// Example commands, each with its effect.
  static let commands = [
    ("splash clip.mp4 -o red.mp4 --hue red", "a new file, all grey but red"),
    ("splash preview clip.mp4 --hue red", "twelve moments, before and after"),
    ("splash tune clip.mp4", "choose by looking, in the browser"),
  ]

  static var text: String {
    """
    \(sentence)

    \(commands.map { "  \($0.padded(to: 41))\($1)" }.joined(separator: "\n"))

    splash --help has more, splash help recipes commands for many goals.
    """
  }

  /// Whether a user reads it at a terminal.
  static var isWanted: Bool { isatty(STDIN_FILENO) != 0 && StandardError.isTerminal }
}
