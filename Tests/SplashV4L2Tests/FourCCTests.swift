import Foundation
import SplashV4L2
import Testing

@Suite struct FourCCTests {
  @Test func fourCCNamesMatchTheirCodes() throws {
    let yuyv = try #require(FourCC("YUYV"))
    #expect(yuyv.rawValue == 0x5659_5559)
    #expect(yuyv.description == "YUYV")
    #expect(FourCC("Y16")?.description == "Y16")
    #expect(FourCC("Y16") == FourCC("Y16 "))
    #expect(FourCC(rawValue: 0xa036_3159).description == "Y16-BE")
    #expect(FourCC("Y16-BE")?.rawValue == 0xa036_3159)
    #expect(FourCC("") == nil)
    #expect(FourCC("YUYV2") == nil)
    #expect(FourCC("Yü") == nil)
  }

  @Test func fourCCReadsBackFromJSON() throws {
    let codes = [FourCC("MJPG")!, FourCC("Y16-BE")!]
    let text = try JSONEncoder().encode(codes)
    #expect(String(decoding: text, as: UTF8.self) == #"["MJPG","Y16-BE"]"#)
    #expect(try JSONDecoder().decode([FourCC].self, from: text) == codes)
  }
}
