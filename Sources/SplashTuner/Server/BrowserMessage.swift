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
    /// How the picture is turned and mirrored for display, as Exif writes it: 1…8.
    var orientation: Int
    var isCamera: Bool
    var canSeek: Bool
    /// False where the input goes to outputs.
    var canPause: Bool
    /// Where it begins in the clip, seconds.
    var start: Double
    /// Where the result goes besides the page.
    var outputs: [String]
    /// The run that gets each look of the page; nil where none does.
    var steers: String?
    /// What a result may be called that is written beside the input; nil where nothing is.
    var export: ExportNames?
    /// Whether pages may use looks with a name.
    var hasPresets: Bool
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

    struct ExportNames: Encodable {
      /// One that is not taken.
      var suggestion: String
      /// Without the dot.
      var endings: [String]
    }
  }

  /// What browsers and settings decide.
  struct Status: Encodable {
    let type = "status"
    var revision: UInt32
    /// How many messages of this browser are in it.
    var heard = 0
    /// Those that hold at the present place.
    var settings: SplashSettings
    /// Those before the first key, where there are keys.
    var base: SplashSettings?
    /// The keys in time.
    var timeline: LookTimeline
    /// The key whose settings hold; nil before the first.
    var key: Int?
    var view: View
    var command: String
    var warnings: [String]
    var canUndo: Bool
    var canRedo: Bool
    var isPlaying: Bool
    /// As many times as fast as it was filmed; below 0 backwards.
    var rate: Double
    /// There is one picture, so that nothing plays.
    var isStill: Bool
    /// Whether the run that is steered looks like the page; nil where none is steered.
    var isSteering: Bool?
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
    /// For each hue, kept and then excluded, what saturation and value its colors have.
    var gates: [GateHistogram]
    /// What people should know of objects and subjects that are followed.
    var followed: String?
    /// Where windows that go with something are in the picture.
    var windows: [Window]
    var warnings: [String]

    struct Window: Encodable {
      /// The setting, and the place in its list.
      var key: String
      var index: Int
      var region: String
    }

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

  /// What outputs of the run that is steered get.
  struct RunPicture: Encodable {
    let type = "run"
    /// A JPEG file.
    var picture: Data?
    /// Why there is none.
    var reason: String?
  }

  /// What a spot looked like.
  struct Sampled: Encodable {
    let type = "sampled"
    var text: String
    var color: String
    /// Degrees by which the balance turns its hue, where that is much.
    var turned: Double?
  }

  /// What a place was named.
  struct Named: Encodable {
    let type = "named"
    var text: String
    /// The setting that it was added to, and its place in the list.
    var key: String
    var index: Int
  }

  /// What a spot looks like from near, and what a click on it would keep.
  struct Probed: Encodable {
    let type = "probed"
    var text: String
    var color: String
    /// R', G' and B' of the chroma samples around it, a byte each, row by row.
    var patch: Data
    /// Samples in a row of them.
    var columns: Int
    /// A small mask of what would be kept, a byte each; nil where it is not known yet.
    var mask: Data?
    var width, height: Int?
    /// Networks are asked, and another answer follows.
    var isPending = false
  }

  /// The newest picture under some looks.
  struct Thumbnails: Encodable {
    let type = "thumbnails"
    /// The setting that they are for.
    var key: String
    var looks: [Thumbnail]

    struct Thumbnail: Encodable {
      /// As flags write it.
      var text: String
      /// A JPEG file.
      var picture: Data
    }
  }

  /// Files that a look can be chosen from.
  struct Shelf: Encodable {
    let type = "shelf"
    /// Whether files are taken, too.
    var keeps: Bool
    var items: [LookShelf.Item]
    /// There are so many besides.
    var more: Int
  }

  /// The newest picture under the look that a file is.
  struct Tried: Encodable {
    let type = "tried"
    /// The setting that it is for.
    var key: String
    var file: String
    /// As settings write it; nil for what is none.
    var look: String?
    /// A JPEG file; nil before there is a picture.
    var picture: Data?
    /// Why it is none.
    var trouble: String?
  }

  /// Where the edge of what is kept can be seen well, the clearest first.
  struct Edges: Encodable {
    let type = "edges"
    var places: [Place]

    /// Shares of the picture as displayed.
    struct Place: Encodable {
      var x, y: Double
    }
  }

  /// What of the newest picture could be kept.
  struct Offers: Encodable {
    let type = "offers"
    var offers: [Offer]

    struct Offer: Encodable {
      /// Degrees; nil for what a network finds.
      var hue: Double?
      var keep: String?
      /// Of the picture, 0…1.
      var share: Double
      /// A JPEG file of what it would look like.
      var picture: Data
    }
  }

  /// The looks with a name, after something was done about them.
  struct Presets: Encodable {
    let type = "presets"
    var did: String
    var name: String?
    var presets: [PresetStore.Entry]
  }

  /// How far a result is that is written beside the input.
  struct Export: Encodable {
    let type = "export"
    var state: State
    /// Of the file.
    var name: String
    /// What is written of it, 0…1; nil where nobody knows.
    var share: Double?
    /// Seconds until its end, if all goes on as it did.
    var left: Double?
    /// What there is to say in the end.
    var lines: [String] = []
    /// A name for the next one, in the end.
    var suggestion: String?
    /// Pictures a second that were written, in the end.
    var pace: Double?
    /// What browsers may fetch it as, in the end.
    var file: String?

    enum State: String, Encodable {
      case running, done
      /// Nothing is left of these.
      case stopped, failed
    }
  }

  /// What is asked for waits for files that are being read.
  struct Reading: Encodable {
    let type = "reading"
    var text: String

    init(_ files: [String]) {
      text = files.isEmpty ? "Networks are being read" : "Reading \(files.joined(separator: ", "))"
    }
  }

  /// Why a request was refused.
  struct Refusal: Encodable {
    let type = "refusal"
    var text: String
  }

  static func encode(_ message: some Encodable) -> String {
    guard let data = try? JSONEncoder.line.encode(message) else {
      preconditionFailure("message holds NaN")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// What a browser is told of a picture.
  struct Picture: Encodable {
    var number: UInt32
    /// That of the settings it was made with.
    var revision: UInt32
    /// Place in the clip, seconds.
    var position: Double
    var view: View
    /// The part of the picture that the layers show, as displayed: x, y, width, height.
    var region: [Double]
    /// The same of the strip; nil without one.
    var strip: [Double]?
    /// Bytes of each layer: result, source or mask, for some views the source as well, and the
    /// strip.
    var sizes: [Int]
  }

  /// A picture: the length of what is told of it, 32 bits big-endian, that as JSON, and its layers
  /// as JPEG files.
  static func picture(_ picture: Picture, layers: [Data]) -> ByteBuffer {
    let head = encode(picture)
    var buffer = ByteBufferAllocator().buffer(
      capacity: 4 + head.utf8.count + picture.sizes.reduce(0, +))
    buffer.writeInteger(UInt32(head.utf8.count))
    buffer.writeString(head)
    for layer in layers { buffer.writeBytes(layer) }
    return buffer
  }
}
