/// Repeats a change while other threads interfere: 100 times at most.
///
/// - Parameters:
///   - what: name of the changed thing, for the error.
///   - attempt: returns false if another thread has changed it meanwhile.
/// - Throws: errors of `attempt`, and `SplashError` of kind failure after the last attempt.
package func attempt(_ what: String, _ attempt: () throws -> Bool) throws {
  for _ in 0..<100 where try attempt() { return }
  throw SplashError(
    .failure, what, cause: "other programs change it all the time", remedy: "try again later")
}
