/// What real clips and photos show, drawn by hand.
extension NamedColorTests {
  /// Scenes of warm things that pass for a warm light.
  static let warmThings: Set = ["selfie-hevc-fullrange-rot90-vfr.mp4"]

  /// Clip, seconds, name, and the corners of an area in per cent of the frame.
  static let things = """
    cups-red-720p.mp4 2 red 27,44 34,44 35,70 26,70
    cups-red-720p.mp4 2 red 78,40 85,40 86.5,68 76,68
    cups-red-720p.mp4 2 skin 24,12 31,20 25,35 20,42 19,36
    cups-red-720p.mp4 2 skin 72,12 78,10 81,30 84,37 78,38 74,28
    cups-red-720p.mp4 2 orange 42,5 66,5 66,50 40,50
    apple-red-10fps.mp4 1 red 30,25 40,18 50,25 52,40 47,55 40,59 32,53 29,40
    bedroom-kids-pastel-540p.mp4 2 blue 31,35 38,35 39,54 30,54
    bedroom-kids-pastel-540p.mp4 2 skin 30,58 34,57 32,70 29.5,72
    bedroom-kids-pastel-540p.mp4 2 skin 36,57 39,57 37.5,75 36,72
    dog-person-720p.mp4 2 blue 18.5,42 24,41 27,55 22.5,52 20,70 18.5,68
    dog-person-720p.mp4 2 green 2,45 15,42 17,60 5,75
    dog-person-720p.mp4 2 skin 21.8,13 23.4,14 23,20 22.2,20
    juggle-sport-720p24.mp4 2 skin 50,36 52,36 50,46 48.5,46
    juggle-sport-720p24.mp4 2 skin 65.5,35 67.5,36 66.5,53 65,53
    firedog-indoor-rot180-vfr.mp4 1.8 red 39,88 46,72 48,76 45,88 38,95 26,96 28,92
    firedog-indoor-rot180-vfr.mp4 1.8 blue 44,54 58,49 59,54 52,59 44,58
    pillow-purple-portrait.mp4 2 purple 48,47 62,48 75,53 80,62 75,80 72,95 58,95 45,85 38,75 42,62
    pillow-purple-portrait.mp4 2 skin 23,22 33,20 36,35 38,42 30,44 28,35
    pillow-purple-portrait.mp4 2 skin 28,48 42,46 42,52 36,57 28,55
    pillow-purple-portrait.mp4 2 skin 71,33 81,34 76,47 71,42
    selfie-hevc-fullrange-rot90-vfr.mp4 0.5 skin 33,29 60,26 66,34 52,36 35,38
    selfie-hevc-fullrange-rot90-vfr.mp4 0.5 skin 46,45 56,42 56,52 47,54
    selfie-hevc-fullrange-rot90-vfr.mp4 0.5 skin 40,83 70,82 76,90 60,98 44,92
    cat-tungsten-portrait.mp4 1 green 69,40 75,40 71,48 68,50
    fate/mpeg2video--coolitnow-partial.mp4 1 red 47,55 59,55 57,72 54,88 43,92 46,75
    fate/mpeg2video--sony-ct3.mp4 0 blue 42,10 60,10 60,60 42,60
    photos/fruits.jpg 0 green 70,35 78,27 95,28 98,45 82,52 72,58
    photos/fruits.jpg 0 orange 30,30 45,18 50,30 48,38 35,60 28,55
    photos/fruits.jpg 0 yellow 2,25 22,24 18,45 3,47
    photos/fruits.jpg 0 yellow 72,75 82,60 95,55 95,75 80,88
    photos/flower.jpg 0 teal 3,35 20,20 18,60 3,80
    parkjoy-raw-50p.y4m 0 green 28,20 45,25 45,45 32,40
    juggle-sport-720p24.mp4 2 green 72,70 98,70 98,98 72,98
    juggle-sport-720p24.mp4 2 grass 72,70 98,70 98,98 72,98
    dog-person-720p.mp4 2 green 28,3 45,3 45,28 28,28
    parkjoy-raw-50p.y4m 0 grass 28,20 45,25 45,45 32,40
    """.split(separator: "\n").map { Thing(String($0)) }
}
