/**
 * The link of an invitation is `/register#invitation=…`: the part after `#` is not sent to any server. It is removed from the address bar
 * before anything is drawn, so that no history or screenshot contains it, and is kept only for this tab, where a reload and `/login` need
 * it. It is deleted when it was used or dismissed.
 */
const KEY = 'lightship.invitation';

/** Runs first, at the start of the page. Returns true if there was a link. */
export function takeInvitationLink(): boolean {
  const token = new URLSearchParams(location.hash.slice(1)).get('invitation');
  if (location.pathname !== '/register' || token === null) return false;
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  sessionStorage.setItem(KEY, token);
  return true;
}

/** Pasting a link into the address bar of the same page does not reload it. */
export function listenForInvitationLink(): void {
  addEventListener('hashchange', () => takeInvitationLink() && location.reload());
}

export function readInvitationLink(): string | null {
  return sessionStorage.getItem(KEY);
}

export function dropInvitationLink(): void {
  sessionStorage.removeItem(KEY);
}
