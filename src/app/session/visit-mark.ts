/**
 * [Note: The mark of a visit]
 *
 * A sign-in is valid on every host of the base domain, but each host has separate storage that no other can reach. A small cookie that all
 * of them read says whose browser this is. It changes when a user signs out and when another one signs in; each host remembers its value
 * from when the user arrived. A host that finds another value knows, even offline, that the user has left, and deletes their data
 * (leave-origin.ts).
 *
 * A cookie that was just set is lost when the browser is killed, so the previous one may return: a mark names its predecessor, which is not
 * treated as a change. Nor is a missing mark: it stops nobody's queue. A mark grants nothing, and a wrong one can only end a visit.
 */
export interface VisitMark {
  /** 0: the user has signed out. */
  userId: number;
  nonce: string;
  /** The mark that this one replaced. */
  before: string;
}

export function markToText({ userId, nonce, before }: VisitMark): string {
  return `${userId}.${nonce}.${before}`;
}

/** Null for text that no page of this app has written. */
export function parseMark(text: string | null): VisitMark | null {
  const [, userId, nonce, before] = /^(\d{1,15})\.([0-9a-f]{8})\.([0-9a-f]{8})?$/.exec(text ?? '') ?? [];
  return userId === undefined || nonce === undefined ? null : { userId: Number(userId), nonce, before: before ?? '' };
}

/** The mark after a sign-in. The same user signing in again is not a new visit: their stored data stays theirs. */
export function markOfSignIn(mark: VisitMark | null, userId: number, nonce: string): VisitMark {
  return mark?.userId === userId ? mark : { userId, nonce, before: mark?.nonce ?? '' };
}

export function markOfSignOut(mark: VisitMark | null, nonce: string): VisitMark {
  return { userId: 0, nonce, before: mark?.nonce ?? '' };
}

/** Whether the user who arrived at the mark `seen` has left this browser since. */
export function hasLeft(mark: VisitMark | null, seen: VisitMark | null): boolean {
  return mark !== null && mark.nonce !== seen?.nonce && mark.nonce !== seen?.before;
}
