internal import Foundation
internal import NIOCore
internal import SplashCore
internal import SplashFilter

/// What browsers are told: JSON objects whose `type` says what. Pictures travel apart, as bytes.
enum BrowserMessage {
  /// What never changes while the tuner runs.
  struct Greeting: Encodable {
    let type = "greeting"
    /// Another text each time that a tuner is started.
    var run: String
    var input: String
    /// Size in pixels as displayed.
    var width: Int
    var height: Int
    /// Width over height of the displayed picture, whatever the shape of its pixels.
    var aspect: Double
    /// Degrees counter-clockwise by which the picture is turned for display: 0, 90, 180 or 270.
    var rotation: Int
    var isCamera: Bool
    var canSeek: Bool
    /// False where the input goes to outputs.
    var canPause: Bool
    /// Where the result goes besides the page.
    var outputs: [String]
    /// Seconds; nil where nobody knows.
    var duration: Double?
    /// Pictures a second on average; nil where nobody knows.
    var frameRate: Double?
    var budget: RunReport.Budget
    var defaults: SplashSettings
    /// What the page needs to know of each setting.
    let fields = SettingField.all.map(\.description)
    var hueLimit = SplashSettings.hueLimit
    /// Degrees a bin of the histogram.
    var histogramBin: Int
  }

  /// What browsers and settings decide.
  struct Status: Encodable {
    let type = "status"
    var revision: UInt32
    /// How many messages of this browser are in it.
    var heard = 0
    var settings: SplashSettings
    var view: View
    var command: String
    var warnings: [String]
    var canUndo: Bool
    var canRedo: Bool
    var isPlaying: Bool
    /// There is one picture, so that nothing plays.
    var isStill: Bool
  }

  /// What the pictures of the last second or so were like.
  struct Measurements: Encodable {
    let type = "measurements"
    var position: Double
    /// Pictures a second.
    var rate: Double
    /// Reading, decoding, converting, balance and splash of one picture, milliseconds.
    var work: Work?
    /// What became of the pictures on their way to outputs; nil without outputs.
    var output: Output?
    var flicker: Double?
    /// Share of the picture that is kept, 0…1.
    var kept: Double?
    var gains: [Double]
    /// Share of the picture's color at each hue, `HueHistogram.binWidth` degrees a bin from 0.
    var histogram: [Double]
    var warnings: [String]

    struct Work: Encodable {
      var median: Double
      /// The slowest of a hundred.
      var p99: Double
    }

    struct Output: Encodable {
      /// That reached the first output.
      var pictures: Int
      var dropped: Int
      /// That took longer than the budget.
      var late: Int

      init(_ frames: RunReport.Frames) {
        (pictures, dropped, late) = (frames.out, frames.dropped, frames.late)
      }
    }
  }

  /// What a spot looked like.
  struct Sampled: Encodable {
    let type = "sampled"
    var text: String
    var color: String
  }

  /// Why a request was refused.
  struct Refusal: Encodable {
    let type = "refusal"
    var text: String
  }

  static func encode(_ message: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(message) else { preconditionFailure("message holds NaN") }
    return String(decoding: data, as: UTF8.self)
  }

  /// A picture: its number, the revision of the settings it was made with, both 32 bits, and its
  /// place in the clip in seconds, a 64-bit float, all big-endian; then a JPEG file.
  static func picture(
    number: UInt32, revision: UInt32, position: Double, jpeg: Data
  ) -> ByteBuffer {
    var buffer = ByteBufferAllocator().buffer(capacity: 16 + jpeg.count)
    buffer.writeInteger(number)
    buffer.writeInteger(revision)
    buffer.writeInteger(position.bitPattern)
    buffer.writeBytes(jpeg)
    return buffer
  }
}
