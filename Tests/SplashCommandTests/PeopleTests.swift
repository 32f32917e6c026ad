import TestSupport

/// People in real clips, through the command and the network for them.
@Suite(.enabled(if: Subjects.areThere, "scripts/models fetches what this needs"))
struct PeopleTests {
  /// Areas inside of two children who jump on a bed, in pixels of 960 × 540, by frame number:
  /// where the boy is behind the girl the network loses him.
  private static let marks: [(picture: Int, name: String, x: Range<Int>, y: Range<Int>)] = [
    (30, "girl", 300..<365, 170..<290), (30, "boy", 225..<270, 330..<410),
    (45, "girl", 322..<378, 125..<265), (45, "boy", 255..<285, 250..<315),
    (105, "girl", 183..<238, 155..<310), (105, "boy", 138..<165, 222..<270),
    (150, "girl", 352..<408, 170..<350), (150, "boy", 30..<95, 300..<360),
  ]

  @Test(arguments: Footage.adding(["bedroom-kids-pastel-540p.mp4"]))
  func bothChildrenAreKeptAsPersons(clip: String) throws {
    let masks = try ShownMasks(
      of: Clips.path(clip), ["--keep", "person", "--frames", "160"], in: Scratch()
    ).masks
    for mark in Self.marks {
      var (sum, count) = (0, 0)
      for y in mark.y.lowerBound / 2..<mark.y.upperBound / 2 {
        for x in mark.x.lowerBound / 2..<mark.x.upperBound / 2 {
          sum += Int(masks[mark.picture][y * 480 + x])
          count += 1
        }
      }
      let kept = Double(sum) / Double(219 * count)
      #expect(kept > 0.5, "\(mark.name), picture \(mark.picture): \(kept)")
    }
  }
}
