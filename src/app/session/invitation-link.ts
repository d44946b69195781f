/**
 * The link of an invitation is `/register#invitation=…`: behind the `#` its token is sent to no server. It leaves the address bar before
 * anything is drawn, so that it stands in no history and no picture of the screen, and is kept for this tab alone: a reload and the way to
 * `/login` need it. It goes once it was used or put away.
 */
const KEY = 'lightship.invitation';

/** First of all, at the start of the page. True: there was one. */
export function takeInvitationLink(): boolean {
  const token = new URLSearchParams(location.hash.slice(1)).get('invitation');
  if (location.pathname !== '/register' || token === null) return false;
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  sessionStorage.setItem(KEY, token);
  return true;
}

/** A link that is pasted into the address bar of this very page loads nothing by itself. */
export function listenForInvitationLink(): void {
  addEventListener('hashchange', () => takeInvitationLink() && location.reload());
}

export function readInvitationLink(): string | null {
  return sessionStorage.getItem(KEY);
}

export function dropInvitationLink(): void {
  sessionStorage.removeItem(KEY);
}
