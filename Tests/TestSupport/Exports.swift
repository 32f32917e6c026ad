// Every suite needs these two.
@_exported public import Foundation
@_exported public import Testing
