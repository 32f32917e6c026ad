import Glibc
import SplashFFmpeg

/// What somebody is told who types `splash` alone at a terminal.
enum Greeting {
  static let text = """
    splash keeps the colors, things and people you choose and turns the rest grey.

      splash clip.mp4 -o red.mp4 --hue red     a new file in which red is left
      splash preview clip.mp4 --hue red        twelve moments before and after, as a picture
      splash tune clip.mp4                     choose by looking, in the browser

    splash help recipes has commands for many goals, splash --help all flags.
    """

  /// Somebody is there who reads it.
  static var isWanted: Bool { isatty(STDIN_FILENO) != 0 && StandardError.isTerminal }
}
