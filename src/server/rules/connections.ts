/** Open sockets as rules see them. A socket's rooms are decided when it joins, so it is closed when that decision changes. */
export interface Connections {
  endSignIn(signInId: number): void;
  /** Closes the user's sockets; they reconnect, and every room is checked again. */
  recheckUser(userId: number): void;
}
