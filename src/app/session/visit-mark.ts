/**
 * [Note: The mark of a visit]
 *
 * A sign-in counts for every host of the base domain, but each host has stores of its own, which no other can reach. A small cookie that all of them
 * read says whose this browser is. It changes when a person signs out and when another one signs in; each host keeps what it said when the person
 * came there. A host that later finds another one knows, offline as well, that they have left, and drops what they left there (leave-origin.ts).
 *
 * A cookie that was just set is lost when the browser is killed, so that the one of before may come back: a mark names its predecessor, which is
 * no news. No mark is none either: it stops nobody's queue. It opens nothing, and a host that writes a wrong one ends a visit, no more.
 */
export interface VisitMark {
  /** 0: whoever was here has signed out. */
  userId: number;
  nonce: string;
  /** The one that this took the place of. */
  before: string;
}

export function markToText({ userId, nonce, before }: VisitMark): string {
  return `${userId}.${nonce}.${before}`;
}

/** Null for what no page of ours has written. */
export function parseMark(text: string | null): VisitMark | null {
  const [, userId, nonce, before] = /^(\d{1,15})\.([0-9a-f]{8})\.([0-9a-f]{8})?$/.exec(text ?? '') ?? [];
  return userId === undefined || nonce === undefined ? null : { userId: Number(userId), nonce, before: before ?? '' };
}

/** Of who signs in. The same person once more is no other visit: what they keep here stays theirs. */
export function markOfSignIn(mark: VisitMark | null, userId: number, nonce: string): VisitMark {
  return mark?.userId === userId ? mark : { userId, nonce, before: mark?.nonce ?? '' };
}

export function markOfSignOut(mark: VisitMark | null, nonce: string): VisitMark {
  return { userId: 0, nonce, before: mark?.nonce ?? '' };
}

/** Whether who came here at the mark `seen` has left this browser since. */
export function hasLeft(mark: VisitMark | null, seen: VisitMark | null): boolean {
  return mark !== null && mark.nonce !== seen?.nonce && mark.nonce !== seen?.before;
}
