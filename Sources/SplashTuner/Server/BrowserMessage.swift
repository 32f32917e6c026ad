internal import Foundation
internal import NIOCore

/// Messages to browsers: JSON objects with a `type`. Frames are sent separately, as bytes.
enum BrowserMessage {
  /// Facts that never change while the tuner runs.
  struct Greeting: Encodable {
    let type = "greeting"
    /// Identity of the tuner, new at each start.
    var run: String
    var input: String
    /// Size in pixels as displayed.
    var width: Int
    var height: Int
    /// Width over height of the displayed frame, whatever the aspect ratio of its pixels.
    var aspect: Double
    /// Turn and mirroring for display, as in Exif: 1…8.
    var orientation: Int
    var isCamera: Bool
    var canSeek: Bool
    /// False where the input goes to outputs.
    var canPause: Bool
    /// Time of the first frame in the clip, seconds.
    var start: Double
    /// Names of the outputs besides the page.
    var outputs: [String]
    /// Name of the run that the page controls; nil where there is none.
    var steers: String?
    /// Names for an export beside the input; nil where exports are not possible.
    var export: ExportNames?
    /// Whether pages may use named looks.
    var hasPresets: Bool
    /// Seconds; nil where unknown.
    var duration: Double?
    /// Average frames per second; nil where unknown.
    var frameRate: Double?
    var budget: RunReport.Budget
    var defaults: SplashSettings
    /// Descriptions of the settings for the page.
    let fields = SettingField.all.map(\.description)
    var hueLimit = SplashSettings.hueLimit
    /// Degrees per bin of the histogram.
    var histogramBin: Int

    struct ExportNames: Encodable {
      /// An unused name.
      var suggestion: String
      /// Without the dot.
      var endings: [String]
    }
  }

  /// The present state, which browsers and settings decide.
  struct Status: Encodable {
    let type = "status"
    var revision: UInt32
    /// Number of messages of this browser that it includes.
    var heard = 0
    /// The settings at the present time.
    var settings: SplashSettings
    /// The settings before the first keyframe, where there are keyframes.
    var base: SplashSettings?
    /// The keyframes.
    var timeline: LookTimeline
    /// Index of the keyframe whose settings hold; nil before the first.
    var key: Int?
    var view: View
    var command: String
    var warnings: [String]
    var canUndo: Bool
    var canRedo: Bool
    var isPlaying: Bool
    /// Playback speed, 1 for normal; below 0 backwards.
    var rate: Double
    /// Whether there is a single frame, which cannot be played.
    var isStill: Bool
    /// Whether the controlled run shows the page's look; nil where there is no such run.
    var isSteering: Bool?
  }

  /// Measurements of the frames of about the last second.
  struct Measurements: Encodable {
    let type = "measurements"
    var position: Double
    /// Frames per second.
    var rate: Double
    /// Time for reading, decoding, conversion, balance and splash per frame, milliseconds.
    var work: Work?
    /// Counts of the frames for outputs; nil without outputs.
    var output: Output?
    var flicker: Double?
    /// Kept share of the frame, 0…1.
    var kept: Double?
    var gains: [Double]
    /// Share of the frame's color at each hue, `HueHistogram.binWidth` degrees a bin from 0.
    var histogram: [Double]
    /// Histograms of saturation and value for each hue, first kept and then excluded ones.
    var gates: [GateHistogram]
    /// Notes for people on tracked objects and subjects.
    var followed: String?
    /// Present positions of windows that follow a selection.
    var windows: [Window]
    var warnings: [String]

    struct Window: Encodable {
      /// The setting, and the index in its list.
      var key: String
      var index: Int
      var region: String
    }

    struct Work: Encodable {
      var median: Double
      /// The 99th percentile.
      var p99: Double
      /// What AI models take of a frame that waits for them; nil before they have looked.
      var models: Double?
    }

    struct Output: Encodable {
      /// Frames that reached the first output.
      var pictures: Int
      var dropped: Int
      /// Frames that took longer than the budget.
      var late: Int

      init(_ frames: RunReport.Frames) {
        (pictures, dropped, late) = (frames.out, frames.dropped, frames.late)
      }
    }
  }

  /// A frame as the outputs of the controlled run get it.
  struct RunPicture: Encodable {
    let type = "run"
    /// A JPEG file.
    var picture: Data?
    /// Why there is no frame.
    var reason: String?
  }

  /// The color of a sampled spot.
  struct Sampled: Encodable {
    let type = "sampled"
    var text: String
    var color: String
    /// Degrees by which the white balance turns its hue; nil where that is little.
    var turned: Double?
  }

  /// The name given to a place.
  struct Named: Encodable {
    let type = "named"
    var text: String
    /// The setting that it was added to, and its index in the list.
    var key: String
    var index: Int
  }

  /// A magnified spot, and the mask that a click on it would give.
  struct Probed: Encodable {
    let type = "probed"
    var text: String
    var color: String
    /// R', G' and B' of the chroma samples around it, a byte each, row by row.
    var patch: Data
    /// Number of samples per row.
    var columns: Int
    /// A small mask of the click's result, a byte each; nil where it is not known yet.
    var mask: Data?
    var width, height: Int?
    /// Whether networks are still working, and another answer follows.
    var isPending = false
  }

  /// The newest frame under some looks.
  struct Thumbnails: Encodable {
    let type = "thumbnails"
    /// The setting that the looks are for.
    var key: String
    var looks: [Thumbnail]

    struct Thumbnail: Encodable {
      /// The look as in flags.
      var text: String
      /// A JPEG file.
      var picture: Data
    }
  }

  /// Files that a look can be made from.
  struct Shelf: Encodable {
    let type = "shelf"
    /// Whether pages may add files.
    var keeps: Bool
    var items: [LookShelf.Item]
    /// Number of further files.
    var more: Int
  }

  /// The newest frame under the look of a file.
  struct Tried: Encodable {
    let type = "tried"
    /// The setting that the look is for.
    var key: String
    var file: String
    /// The look as in settings; nil for a file that is none.
    var look: String?
    /// A JPEG file; nil before there is a frame.
    var picture: Data?
    /// Why the file is no look.
    var trouble: String?
  }

  /// Points where the edge of the selection is clearest, best first.
  struct Edges: Encodable {
    let type = "edges"
    var places: [Place]

    /// Shares of the frame as displayed.
    struct Place: Encodable {
      var x, y: Double
    }
  }

  /// Selections to choose from in the newest frame.
  struct Offers: Encodable {
    let type = "offers"
    var offers: [Offer]

    struct Offer: Encodable {
      /// Degrees; nil for the selection of a network.
      var hue: Double?
      var keep: String?
      /// Share of the frame, 0…1.
      var share: Double
      /// A JPEG file of the result.
      var picture: Data
    }
  }

  /// The named looks, after one was added or removed.
  struct Presets: Encodable {
    let type = "presets"
    var did: String
    var name: String?
    var presets: [PresetStore.Entry]
  }

  /// Progress of an export.
  struct Export: Encodable {
    let type = "export"
    var state: State
    /// Name of the file.
    var name: String
    /// Written share, 0…1; nil where unknown.
    var share: Double?
    /// Estimated seconds until its end.
    var left: Double?
    /// Notes on the result, at the end.
    var lines: [String] = []
    /// A name for the next export, at the end.
    var suggestion: String?
    /// Written frames per second, at the end.
    var pace: Double?
    /// Name for downloading the file, at the end.
    var file: String?
    var bytes: Int?

    enum State: String, Encodable {
      case running, done
      /// The file was removed.
      case stopped, failed
    }
  }

  /// The request waits for files that are being read.
  struct Reading: Encodable {
    let type = "reading"
    var text: String

    init(_ files: [String]) {
      text = files.isEmpty ? "AI models are loading" : "Reading \(files.joined(separator: ", "))"
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

  /// What an export would be.
  struct Trial: Encodable {
    let type = "trial"
    /// As the browser named its question.
    var kind: String
    /// Nil where it cannot be found.
    var bytes: Int?
    /// Frames a second.
    var pace: Double?
  }

  /// Facts about a frame.
  struct Picture: Encodable {
    var number: UInt32
    /// Revision of the settings that it was made with.
    var revision: UInt32
    /// Time in the clip, seconds.
    var position: Double
    var view: View
    /// The part of the frame that the layers show, as displayed: x, y, width, height.
    var region: [Double]
    /// The same for the strip; nil without one.
    var strip: [Double]?
    /// Bytes of each layer: result, source or mask, for some views the source as well, and the
    /// strip.
    var sizes: [Int]
  }

  /// A frame message: the length of its facts, 32 bits big-endian, these facts as JSON, and its
  /// layers as JPEG files.
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
