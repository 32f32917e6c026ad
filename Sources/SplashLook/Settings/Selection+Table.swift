extension Selection {
  /// The forms of regions and their meanings, for tables in the help.
  package static let table: [(form: String, meaning: String)] = [
    ("thing@X,Y[@TIME]", "The thing at that point, of any color, tracked."),
    ("thing@box=X,Y,W,H", "The thing in a box; :part or :whole behind it for less or more of it."),
    ("color@X,Y[@TIME]", "The color at that point, tracked, without an AI model."),
    ("person, face", "All people, or all faces."),
    ("person@X,Y[@TIME]", "The person at that point, tracked."),
    ("person=N", "One of them, the largest first, as splash subjects counts."),
    ("subject", "What stands out; also subject@X,Y[@TIME] and subject=N."),
    ("box=X,Y,W,H", "A rectangle; :FEATHER or :INNER,OUTER behind it softens the edge."),
    ("ellipse=X,Y,RX,RY", "An ellipse, likewise."),
    ("polygon=X,Y,X,Y,…", "What lies between corners, likewise."),
    ("curve=X,Y,BX,BY,AX,AY,…", "A round shape of corners with handles, likewise."),
    ("stroke=R,X,Y,X,Y,…", "What a round brush of that radius touches, likewise."),
    ("gradient=X,Y,X,Y", "All behind the second point, nothing before the first."),
    ("follow=X,Y@TIME:REGION", "A region that tracks the thing at that point."),
    ("follow=LEADER:REGION", "A region that tracks color@…, person@… and the like."),
    ("sharp", "What is in focus."),
    ("mask=FILE", "The white areas of a clip or image."),
  ]
}
