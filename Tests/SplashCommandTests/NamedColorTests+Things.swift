/// What real clips and photos show, drawn by hand.
extension NamedColorTests {
  /// Scenes of warm things that pass for a warm light.
  static let warmThings: Set = [
    "selfie-hevc-fullrange-rot90-vfr.mp4", "photos/fruits.jpg", "photos/flower.jpg",
  ]

  static let things: [Thing] = [
    Thing(
      clip: "cups-red-720p.mp4", time: 2, name: "red",
      corners: [(27, 44), (34, 44), (35, 70), (26, 70)]),
    Thing(
      clip: "cups-red-720p.mp4", time: 2, name: "red",
      corners: [(78, 40), (85, 40), (86.5, 68), (76, 68)]),
    Thing(
      clip: "cups-red-720p.mp4", time: 2, name: "skin",
      corners: [(24, 12), (31, 20), (25, 35), (20, 42), (19, 36)]),
    Thing(
      clip: "cups-red-720p.mp4", time: 2, name: "skin",
      corners: [(72, 12), (78, 10), (81, 30), (84, 37), (78, 38), (74, 28)]),
    Thing(
      clip: "cups-red-720p.mp4", time: 2, name: "orange",
      corners: [(42, 5), (66, 5), (66, 50), (40, 50)]),
    Thing(
      clip: "apple-red-10fps.mp4", time: 1, name: "red",
      corners: [(30, 25), (40, 18), (50, 25), (52, 40), (47, 55), (40, 59), (32, 53), (29, 40)]),
    Thing(
      clip: "bedroom-kids-pastel-540p.mp4", time: 2, name: "blue",
      corners: [(31, 35), (38, 35), (39, 54), (30, 54)]),
    Thing(
      clip: "bedroom-kids-pastel-540p.mp4", time: 2, name: "skin",
      corners: [(30, 58), (34, 57), (32, 70), (29.5, 72)]),
    Thing(
      clip: "bedroom-kids-pastel-540p.mp4", time: 2, name: "skin",
      corners: [(36, 57), (39, 57), (37.5, 75), (36, 72)]),
    Thing(
      clip: "dog-person-720p.mp4", time: 2, name: "blue",
      corners: [(18.5, 42), (24, 41), (27, 55), (22.5, 52), (20, 70), (18.5, 68)]),
    Thing(
      clip: "dog-person-720p.mp4", time: 2, name: "green",
      corners: [(2, 45), (15, 42), (17, 60), (5, 75)]),
    Thing(
      clip: "dog-person-720p.mp4", time: 2, name: "skin",
      corners: [(21.8, 13), (23.4, 14), (23, 20), (22.2, 20)]),
    Thing(
      clip: "juggle-sport-720p24.mp4", time: 2, name: "skin",
      corners: [(50, 36), (52, 36), (50, 46), (48.5, 46)]),
    Thing(
      clip: "juggle-sport-720p24.mp4", time: 2, name: "skin",
      corners: [(65.5, 35), (67.5, 36), (66.5, 53), (65, 53)]),
    Thing(
      clip: "firedog-indoor-rot180-vfr.mp4", time: 1.8, name: "red",
      corners: [(39, 88), (46, 72), (48, 76), (45, 88), (38, 95), (26, 96), (28, 92)]),
    Thing(
      clip: "firedog-indoor-rot180-vfr.mp4", time: 1.8, name: "blue",
      corners: [(44, 54), (58, 49), (59, 54), (52, 59), (44, 58)]),
    Thing(
      clip: "pillow-purple-portrait.mp4", time: 2, name: "purple",
      corners: [
        (48, 47), (62, 48), (75, 53), (80, 62), (75, 80), (72, 95), (58, 95), (45, 85), (38, 75),
        (42, 62),
      ]),
    Thing(
      clip: "pillow-purple-portrait.mp4", time: 2, name: "skin",
      corners: [(23, 22), (33, 20), (36, 35), (38, 42), (30, 44), (28, 35)]),
    Thing(
      clip: "pillow-purple-portrait.mp4", time: 2, name: "skin",
      corners: [(28, 48), (42, 46), (42, 52), (36, 57), (28, 55)]),
    Thing(
      clip: "pillow-purple-portrait.mp4", time: 2, name: "skin",
      corners: [(71, 33), (81, 34), (76, 47), (71, 42)]),
    Thing(
      clip: "selfie-hevc-fullrange-rot90-vfr.mp4", time: 0.5, name: "skin",
      corners: [(33, 29), (60, 26), (66, 34), (52, 36), (35, 38)]),
    Thing(
      clip: "selfie-hevc-fullrange-rot90-vfr.mp4", time: 0.5, name: "skin",
      corners: [(46, 45), (56, 42), (56, 52), (47, 54)]),
    Thing(
      clip: "selfie-hevc-fullrange-rot90-vfr.mp4", time: 0.5, name: "skin",
      corners: [(40, 83), (70, 82), (76, 90), (60, 98), (44, 92)]),
    Thing(
      clip: "cat-tungsten-portrait.mp4", time: 1, name: "green",
      corners: [(69, 40), (75, 40), (71, 48), (68, 50)]),
    Thing(
      clip: "fate/mpeg2video--coolitnow-partial.mp4", time: 1, name: "red",
      corners: [(47, 55), (59, 55), (57, 72), (54, 88), (43, 92), (46, 75)]),
    Thing(
      clip: "fate/mpeg2video--sony-ct3.mp4", time: 0, name: "blue",
      corners: [(42, 10), (60, 10), (60, 60), (42, 60)]),
    Thing(
      clip: "photos/fruits.jpg", time: 0, name: "green",
      corners: [(70, 35), (78, 27), (95, 28), (98, 45), (82, 52), (72, 58)]),
    Thing(
      clip: "photos/fruits.jpg", time: 0, name: "orange",
      corners: [(30, 30), (45, 18), (50, 30), (48, 38), (35, 60), (28, 55)]),
    Thing(
      clip: "photos/fruits.jpg", time: 0, name: "yellow",
      corners: [(2, 25), (22, 24), (18, 45), (3, 47)]),
    Thing(
      clip: "photos/fruits.jpg", time: 0, name: "yellow",
      corners: [(72, 75), (82, 60), (95, 55), (95, 75), (80, 88)]),
    Thing(
      clip: "photos/flower.jpg", time: 0, name: "teal",
      corners: [(3, 35), (20, 20), (18, 60), (3, 80)]),
    Thing(
      clip: "parkjoy-raw-50p.y4m", time: 0, name: "green",
      corners: [(28, 20), (45, 25), (45, 45), (32, 40)]),
    Thing(
      clip: "juggle-sport-720p24.mp4", time: 2, name: "green",
      corners: [(72, 70), (98, 70), (98, 98), (72, 98)]),
    Thing(
      clip: "juggle-sport-720p24.mp4", time: 2, name: "grass",
      corners: [(72, 70), (98, 70), (98, 98), (72, 98)]),
    Thing(
      clip: "dog-person-720p.mp4", time: 2, name: "green",
      corners: [(28, 3), (45, 3), (45, 28), (28, 28)]),
    Thing(
      clip: "parkjoy-raw-50p.y4m", time: 0, name: "grass",
      corners: [(28, 20), (45, 25), (45, 45), (32, 40)]),
  ]
}
