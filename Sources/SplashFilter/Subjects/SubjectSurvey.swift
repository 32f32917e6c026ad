package import SplashCore
package import SplashLook
package import SplashSubjects

/// What stands out in one picture, told apart, and the people in it.
package struct SubjectSurvey: Sendable {
  /// The largest first.
  package let candidates: [SubjectCandidate]
  /// The largest first; empty where they are not wanted.
  package let people: [SubjectCandidate]
  /// The mask of each, people behind the others, at the picture's edges, as the picture is stored, in rows.
  private let masks: [[UInt8]]
  /// Of the masks: chroma samples.
  package let width, height: Int

  /// One of them.
  package struct Sight: Sendable {
    package let isPerson: Bool
    /// Of the picture, 0…1.
    package let share: Double
    /// At the picture's edges, as it is stored, in rows.
    package let mask: [UInt8]
  }

  /// - Parameters:
  ///   - frame: in a native format.
  ///   - turn: what players do to it.
  ///   - files: give the networks.
  ///   - hasPeople: people are wanted one by one as well.
  /// - Throws: `SplashError` for networks that are missing, or fail.
  package init(
    of frame: borrowing Frame, turn: Turn, files: LookFiles, hasPeople: Bool = false
  ) throws {
    let sight = SubjectSight(
      turn: turn, isPhoto: files.isPhoto, open: files.openNetwork, opinion: files.openOpinion)
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

  /// The one that lies at a place, in shares of the picture as displayed; nil where there is none.
  package func subject(at place: Region.Point) -> Sight? {
    candidates.index(of: .at(place)).map {
      Sight(isPerson: candidates[$0].isPerson, share: candidates[$0].share, mask: masks[$0])
    }
  }

  /// Settings that show one of them, and what they need.
  ///
  /// - Parameter index: of the candidates, and behind them of the people.
  package func look(at index: Int) -> (settings: SplashSettings, files: LookFiles) {
    let mask = masks[index]
    var settings = SplashSettings()
    settings.keep = [.mask(file: "")]
    var openers = LookOpeners()
    openers.openMask = { _ in KeptMask(samples: mask) }
    return (settings, LookFiles(openers))
  }

  /// One mask for all times.
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
