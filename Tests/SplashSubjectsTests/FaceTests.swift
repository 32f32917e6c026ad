import Foundation
import SplashSubjects
import Testing

/// Faces between analyzed frames, and their ellipses, without a network.
struct FaceTests {
  private static let gap = 0.1

  private func face(_ x: Double, _ y: Double = 0.5, score: Float = 0.9) -> Face {
    Face(x: x, y: y, across: 0.05, along: 0.07, score: score)
  }

  /// The mask is above a half exactly inside of the rotated ellipse.
  @Test(arguments: [0.0, 0.4, -1.2, 3.0]) func faceMaskIsAnEllipse(angle: Double) {
    let face = Face(x: 0.9, y: 0.4, across: 0.12, along: 0.2, angle: angle)
    let aspect = 16.0 / 9
    let mask = [face].mask(aspect: aspect)
    var wrong = 0
    for index in mask.values.indices {
      let x = (Double(index % mask.width) + 0.5) / Double(mask.width) * aspect - face.x
      let y = (Double(index / mask.width) + 0.5) / Double(mask.height) - face.y
      let (across, along) = (x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle))
      let distance =
        across * across / (face.across * face.across) + along * along / (face.along * face.along)
      if abs(distance - 1) > 0.05, (mask.values[index] > 0.5) != (distance < 1) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  /// Faces outside of the frame, or larger than it, are clipped.
  @Test func facesAreClippedAtTheFrameEdge() {
    let all = [
      face(-3), face(9), Face(x: 0, y: 0, across: 0.1, along: 0.1),
      Face(x: 1, y: 0.5, across: 40, along: 40),
    ]
    #expect(Array(all.prefix(2)).mask(aspect: 2).values.allSatisfy { $0 == 0 })
    #expect([all[2]].mask(aspect: 2).values[0] == 1)
    #expect([all[3]].mask(aspect: 2).values.allSatisfy { $0 == 1 })
    for aspect in [1.0, 1e-4, 1e4] { #expect(![face(0.5)].mask(aspect: aspect).values.isEmpty) }
  }

  /// A face that was once certain needs a lower score later; others need the full one.
  @Test func knownFacesNeedALowerScore() {
    var track = FaceTrack()
    #expect(track.next([face(0.3, score: 0.4)], after: nil).isEmpty)
    #expect(track.next([face(0.3, score: 0.6)], after: Self.gap).count == 1)
    #expect(track.next([face(0.31, score: 0.4)], after: Self.gap).count == 1)
    #expect(track.next([face(0.8, score: 0.4)], after: Self.gap).count == 1)
  }

  /// A lost face keeps moving for half a second, and is then dropped.
  @Test func lostFaceKeepsMovingForHalfASecond() throws {
    var track = FaceTrack()
    for picture in 0..<5 {
      _ = track.next([face(0.3 + 0.02 * Double(picture))], after: Self.gap)
    }
    for picture in 5..<9 {
      let held = try #require(track.next([], after: Self.gap).first)
      #expect(abs(held.x - 0.3 - 0.02 * Double(picture)) < 1e-9)
    }
    for _ in 0..<2 { _ = track.next([], after: Self.gap) }
    #expect(track.next([], after: Self.gap).isEmpty)
    _ = track.next([face(0.3)], after: Self.gap)
    track.forget()
    #expect(track.next([], after: Self.gap).isEmpty)
  }

  /// Two passing faces stay separate, each in its size.
  @Test func passingFacesStaySeparate() {
    var track = FaceTrack()
    for picture in 0..<20 {
      let way = 0.03 * Double(picture)
      var other = face(0.8 - way, 0.55)
      (other.across, other.along) = (0.09, 0.12)
      let faces = track.next([other, face(0.2 + way)], after: Self.gap)
      #expect(faces.count == 2)
      #expect(faces.map(\.across).sorted() == [0.05, 0.09], "picture \(picture)")
    }
  }
}
