package import SplashSubjects

/// The single subjects in one frame, and the people in it.
package struct SubjectSurvey: Sendable {
  /// Subjects, the largest first.
  package let candidates: [SubjectCandidate]
  /// People, the largest first; empty if they were not requested.
  package let people: [SubjectCandidate]
  /// The mask of each, subjects first, then people: refined to the frame's edges, as stored, in
  /// rows.
  private let masks: [[UInt8]]
  /// Size of the masks, in chroma samples.
  package let width, height: Int

  /// One subject.
  package struct Sight: Sendable {
    package let isPerson: Bool
    /// Its share of the frame, 0…1.
    package let share: Double
    /// Refined to the frame's edges, as stored, in rows.
    package let mask: [UInt8]
  }

  /// - Parameters:
  ///   - frame: in a native format.
  ///   - turn: how players turn the frame.
  ///   - files: open the networks.
  ///   - hasPeople: whether to find people one by one as well.
  /// - Throws: `SplashError` if a network is missing or fails.
  package init(
    of frame: borrowing Frame, turn: Turn, files: LookFiles, hasPeople: Bool = false
  ) throws {
    let sight = SubjectSight(
      turn: turn, isPhoto: files.isPhoto, open: files.openNetwork,
      opinion: { () throws(SplashError) in try files.openOpinion() })
    (candidates, people, masks, width, height) = try frame.withPlanes { picture in
      sight.turn(to: picture)
      let candidates = try sight.candidates(in: picture)
      let people = hasPeople ? try sight.candidates(of: .person, in: picture) : []
      let masks = (candidates + people).map { candidate in
        let mask = SubjectMask(.best).take(
          candidate.mask.stored(turn), in: picture, at: nil, isCut: false, stability: 0)
        return SubjectPainter(.best).mask(mask, of: picture).samples
      }
      return (candidates, people, masks, picture.chromaWidth, picture.chromaHeight)
    }!
  }

  /// The subject at a place, in shares of the frame as displayed; nil if there is none.
  package func subject(at place: Region.Point) -> Sight? {
    candidates.index(of: .at(place)).map {
      Sight(isPerson: candidates[$0].isPerson, share: candidates[$0].share, mask: masks[$0])
    }
  }

  /// Settings that show one of the masks, and the files that they need.
  ///
  /// - Parameter index: among the candidates followed by the people.
  package func look(at index: Int) -> (settings: SplashSettings, files: LookFiles) {
    let mask = masks[index]
    var settings = SplashSettings()
    settings.keep = [.mask(file: "")]
    var openers = LookOpeners()
    openers.openMask = { _ in KeptMask(samples: mask) }
    return (settings, LookFiles(openers))
  }

  /// A reader that returns the same mask at all times.
  private final class KeptMask: MaskReader {
    private let samples: [UInt8]
    init(samples: [UInt8]) { self.samples = samples }

    func mask(at time: Double, width: Int, height: Int, turn: Turn) -> MaskPlane {
      samples.withUnsafeBufferPointer { samples in
        MaskPlane(width: width, height: height, turn: .upright) {
          UnsafeBufferPointer(rebasing: samples[$0 * width..<($0 + 1) * width])
        }
      }
    }
  }
}
