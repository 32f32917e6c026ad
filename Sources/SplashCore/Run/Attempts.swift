/// Makes a change again while others come between: 100 times at most.
///
/// - Parameters:
///   - what: the thing that is changed, for the error.
///   - attempt: returns false where another thread has changed it meanwhile.
/// - Throws: what `attempt` throws, and `SplashError` of kind failure after the last attempt.
package func attempt(_ what: String, _ attempt: () throws -> Bool) throws {
  for _ in 0..<100 where try attempt() { return }
  throw SplashError(
    .failure, what, cause: "others change it without a pause", remedy: "try again later")
}
