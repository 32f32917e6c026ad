/// Where things are in frames of their shots before the times at which they are named.
package struct ThingPast: Sendable {
  private var masks: [Int: [Selection: PackedMask]] = [:]
  /// The mask of each thing in the frame in which it is named, as stored.
  package var starts: [Selection: PackedMask] = [:]
  /// Memory that the masks take, in bytes.
  package private(set) var bytes = 0

  /// The most memory for masks, in bytes.
  package static let limit = 256 << 20

  package init() {}

  /// The mask of each thing in a frame, as stored.
  ///
  /// - Parameter time: seconds from the beginning of the clip, rounded to microseconds.
  package func masks(at time: Double) -> [Selection: PackedMask] { masks[Self.key(time)] ?? [:] }

  package mutating func add(_ mask: PackedMask, of selection: Selection, at time: Double) {
    bytes += mask.bytes
    masks[Self.key(time), default: [:]][selection] = mask
  }

  private static func key(_ time: Double) -> Int { Int((time * 1e6).rounded()) }
}

/// A mask in 16 steps, as runs of equal steps: a few kilobytes in place of a network mask's 150.
package struct PackedMask: Sendable {
  package let width, height: Int
  /// One byte per run: the step in the upper four bits, the number of samples after the first in
  /// the lower four; 15 means 15 plus the number in the next bytes, 7 bits each, the lowest first,
  /// with the highest bit set if more bytes follow.
  private let runs: [UInt8]

  /// - Parameter samples: 0…255, in rows.
  package init(width: Int, height: Int, samples: [UInt8]) {
    precondition(samples.count == width * height)
    (self.width, self.height) = (width, height)
    func step(_ sample: UInt8) -> UInt8 { UInt8((Int(sample) + 8) / 17) }
    var runs: [UInt8] = []
    var place = 0
    while place < samples.count {
      let value = step(samples[place])
      var end = place + 1
      while end < samples.count, step(samples[end]) == value { end += 1 }
      let more = end - place - 1
      runs.append(value << 4 | UInt8(min(more, 15)))
      if more >= 15 {
        var rest = more - 15
        while rest > 127 {
          runs.append(UInt8(rest & 127 | 128))
          rest >>= 7
        }
        runs.append(UInt8(rest))
      }
      place = end
    }
    self.runs = runs
  }

  package init(_ mask: (width: Int, height: Int, samples: [UInt8])) {
    self.init(width: mask.width, height: mask.height, samples: mask.samples)
  }

  /// Memory that it takes, in bytes.
  var bytes: Int { runs.count + 128 }

  /// The samples, 0…255 in steps of 17, in rows.
  package var samples: [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height)
    var place = 0
    while place < runs.count {
      let value = 17 * (runs[place] >> 4)
      var more = Int(runs[place] & 15)
      place += 1
      if more == 15 {
        var (shift, isLast) = (0, false)
        while !isLast {
          more += Int(runs[place] & 127) << shift
          isLast = runs[place] < 128
          shift += 7
          place += 1
        }
      }
      samples.append(contentsOf: repeatElement(value, count: more + 1))
    }
    return samples
  }
}

extension LookMaterials {
  /// The mask of a tracked selection in the frame in which it is named; nil if unknown.
  ///
  /// - Parameters: size of the frames' masks, in samples.
  func start(of selection: Selection, width: Int, height: Int) -> MaskPlane? {
    if let cells = objectStarts[selection] {
      return MaskPlane(width: width, height: height, cells: cells)
    }
    return thingStarts[selection].map { packed in
      let samples = packed.samples
      return samples.withUnsafeBufferPointer { samples in
        MaskPlane(width: packed.width, height: packed.height, turn: .upright) {
          UnsafeBufferPointer(rebasing: samples[$0 * packed.width..<($0 + 1) * packed.width])
        }
      }
    }
  }
}
