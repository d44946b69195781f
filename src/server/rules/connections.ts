/** Open sockets as rules see them: what a socket may hear was decided when it joined, so it is closed when that decision changes. */
export interface Connections {
  endSignIn(signInId: number): void;
  /** Closes the user's sockets; they connect again and every room is checked anew. */
  recheckUser(userId: number): void;
}
