internal import CSplashKernels

/// Steadies the masks that a network or a measure makes of a video's frames, and prepares them for
/// fitting to edges. For one thread at a time.
package final class SubjectMask {
  private let kernels: SplashDSP
  private let reach: Int
  private var planes: Planes?

  private struct Planes {
    let size: (width: Int, height: Int)
    let guide: MaskPlane
    let guides: HalvedPlanes
    let found: MaskPlane
    var steady: SteadySubject
    /// Time of the last frame.
    var time: Double?
  }

  /// The most samples of the working planes: half of the mask's along each side at 1080p in 4:2:0.
  private static let limit = 131_072

  package convenience init(_ instructionSet: InstructionSet) {
    self.init(SplashDSP(instructionSet), reach: 2)
  }

  /// - Parameter reach: how far a mask's edge may be from the frame's edge, in samples of the
  ///   working planes.
  init(_ kernels: SplashDSP, reach: Int) { (self.kernels, self.reach) = (kernels, reach) }

  /// Adds the mask of a frame.
  ///
  /// - Parameters:
  ///   - found: the mask as the frame is stored, in rows, of any size.
  ///   - picture: in a native format.
  ///   - time: presentation time in seconds; nil if the stream has none.
  ///   - isCut: whether the frame belongs to another shot than the one before.
  ///   - stability: temporal smoothing, 0…1.
  /// - Returns: a mask that can be drawn on this frame, or on one soon after.
  package func take(
    _ found: (width: Int, height: Int, samples: [UInt8]), in picture: borrowing PlaneView,
    at time: Double?, isCut: Bool, stability: Double
  ) -> GuidedMask {
    take(in: picture, at: time, isCut: isCut, stability: stability) { _ in found }
  }

  /// Adds a mask that is made of the frame's luma.
  ///
  /// - Parameter find: makes a mask as the frame is stored, in rows, of any size, from luma at low
  ///   resolution.
  func take(
    in picture: borrowing PlaneView, at time: Double?, isCut: Bool, stability: Double,
    _ find: (SplashPlane) -> (width: Int, height: Int, samples: [UInt8])
  ) -> GuidedMask {
    var planes = planes(for: picture)
    var (source, full) = (SplashPicture(picture), planes.guide.plane)
    kernels.guide(&source, &full, 0, full.height)
    let guide = planes.guides.halved(full, kernels)
    let found = find(guide)
    planes.found.enlarge(found.samples, width: found.width, height: found.height)
    if isCut { planes.steady.forget() }
    let gap = time.flatMap { time in planes.time.map { time - $0 } }
    planes.time = time
    planes.steady.add(planes.found.plane, after: gap, stability: stability)
    let result = GuidedMask(planes.steady.shares, guide: guide, reach: reach)
    self.planes = planes
    return result
  }

  private func planes(for picture: borrowing PlaneView) -> Planes {
    let size = (width: picture.chromaWidth, height: picture.chromaHeight)
    if let planes, planes.size == size { return planes }
    let guides = HalvedPlanes(width: size.width, height: size.height, limit: Self.limit)
    let (width, height) = guides.size
    return Planes(
      size: size, guide: MaskPlane(width: size.width, height: size.height), guides: guides,
      found: MaskPlane(width: width, height: height), steady: SteadySubject())
  }
}

/// Draws guided masks on frames. For one thread at a time.
package final class SubjectPainter {
  private let kernels: SplashDSP
  private var planes: (guide: MaskPlane, mask: MaskPlane)?

  package convenience init(_ instructionSet: InstructionSet) {
    self.init(SplashDSP(instructionSet))
  }

  init(_ kernels: SplashDSP) { self.kernels = kernels }

  /// The mask of a frame, valid until the next call; black if `found` is nil.
  package func mask(_ found: GuidedMask?, of picture: borrowing PlaneView) -> MaskPlane {
    let (width, height) = (picture.chromaWidth, picture.chromaHeight)
    let planes: (guide: MaskPlane, mask: MaskPlane) =
      planes.flatMap { $0.mask.fits(width: width, height: height) ? $0 : nil }
      ?? (MaskPlane(width: width, height: height), MaskPlane(width: width, height: height))
    self.planes = planes
    guard let found else {
      planes.mask.fill(0)
      return planes.mask
    }
    var (source, guide) = (SplashPicture(picture), planes.guide.plane)
    kernels.guide(&source, &guide, 0, guide.height)
    found.draw(guide: guide, into: planes.mask, kernels)
    return planes.mask
  }
}

/// Draws guided masks on frames, for several selections. For one thread at a time.
package struct SubjectPainters {
  private let instructionSet: InstructionSet
  private var painters: [Selection: SubjectPainter] = [:]

  package init(_ instructionSet: InstructionSet) { self.instructionSet = instructionSet }

  /// Frees the memory of all other selections.
  package mutating func keep(_ selections: Set<Selection>) {
    painters = painters.filter { selections.contains($0.key) }
  }

  /// The masks of a frame, valid until the next call; black for selections without a guided mask.
  package mutating func masks(
    of selections: Set<Selection>, _ found: [Selection: GuidedMask],
    in picture: borrowing PlaneView
  ) -> [Selection: MaskPlane] {
    var masks: [Selection: MaskPlane] = [:]
    for selection in selections {
      let painter = painters[selection] ?? SubjectPainter(instructionSet)
      painters[selection] = painter
      masks[selection] = painter.mask(found[selection], of: picture)
    }
    return masks
  }
}

extension MaskPlane {
  /// Fills the plane with samples of another size, by linear interpolation.
  fileprivate func enlarge(_ samples: [UInt8], width: Int, height: Int) {
    let columns = Interpolation(from: width, to: Int(plane.width))
    let rows = Interpolation(from: height, to: Int(plane.height))
    var line = [Float](repeating: 0, count: width)
    for (y, row) in rows.places.enumerated() {
      for x in 0..<width {
        let (upper, lower) = (samples[row.first * width + x], samples[row.second * width + x])
        line[x] = Float(upper) + row.share * (Float(lower) - Float(upper))
      }
      let result = plane.data + y * plane.stride
      for (x, column) in columns.places.enumerated() {
        let (left, right) = (line[column.first], line[column.second])
        result[x] = UInt8(left + column.share * (right - left) + 0.5)
      }
    }
  }
}

/// The two samples between which each sample of another resolution lies, center to center, and the
/// weight of the second: 0…1.
struct Interpolation {
  let places: [(first: Int, second: Int, share: Float)]

  init(from count: Int, to newCount: Int) {
    places = (0..<newCount).map { index in
      let place = (Double(index) + 0.5) * Double(count) / Double(newCount) - 0.5
      let bounded = min(max(place, 0), Double(count - 1))
      let first = Int(bounded)
      return (first, min(first + 1, count - 1), Float(bounded - Double(first)))
    }
  }
}

/// Maps a range of mask codes linearly to 0…255.
struct MaskRamp: Equatable {
  /// In units of 1/256.
  private let slope, offset: Int32

  /// Leaves codes unchanged.
  static let none = MaskRamp(Interval(0, 1))

  /// - Parameter ends: 0…1; at least one code apart, else they count as one apart.
  init(_ ends: Interval) {
    let width = max(ends.max - ends.min, 1.0 / 255)
    slope = Int32((256 / width).rounded())
    offset = Int32((ends.min * 255 * 256 / width).rounded()) - 128
  }

  @inline(__always)
  func callAsFunction(_ code: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max((Int32(code) * slope - offset) >> 8, 0), 255))
  }
}
