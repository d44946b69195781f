import type { UploadView } from '#model/upload-view.ts';
import { failedText, GOES_ON_TEXT, offlineText, rightsText, signInText, waitingText } from './sending-texts.ts';
import { TEXTS } from './texts.ts';

/** Why an upload that was sent off does not move, what that means, and what may be done about it; null while it moves. */
export interface Standstill {
  tone: 'broken' | 'you';
  /** `waiting`: the sender pauses; `offline`: the server is away. */
  why: 'failed' | 'sign-in' | 'rights' | 'offline' | 'waiting';
  look: StandstillLook;
  title: string;
  /** What happens next, unless a next try is named. */
  text: string;
  /** When it is tried again by itself. */
  next: NonNullable<UploadView['waiting']> | null;
}

export type StandstillLook = 'failed' | 'person' | 'lock' | 'network' | 'full' | 'patience';

interface Asked extends Pick<UploadView, 'halt' | 'waiting'> {
  bytes: { confirmed: number; queued: number };
  /** Those that go. */
  studies: number;
  /** In place of them, where nobody knows the studies yet. */
  uploads?: number;
}

/** The same words wherever an upload is shown. A person's turn goes before the network's, the network's before the server's. */
export function standstillOf({ halt, waiting, bytes, studies, uploads = 0 }: Asked, serverReachable: boolean): Standstill | null {
  if (halt?.why === 'failed')
    return { why: 'failed', look: 'failed', tone: 'broken', title: failedText(halt), text: TEXTS.keptHere, next: null };
  if (halt?.why === 'sign-in') {
    const text = signInText(bytes.queued - bytes.confirmed, { studies, uploads });
    return { why: 'sign-in', look: 'person', tone: 'you', title: TEXTS.signIn, text, next: null };
  }
  if (halt?.why === 'rights') {
    return {
      why: 'rights',
      look: 'lock',
      tone: 'you',
      ...rightsText(halt.code, bytes.queued - bytes.confirmed, { studies, uploads }),
      next: null,
    };
  }
  if (!serverReachable) {
    const title = offlineText(bytes.confirmed, bytes.queued);
    return { why: 'offline', look: 'network', tone: 'you', title, text: GOES_ON_TEXT, next: waiting };
  }
  if (waiting === null) return null;
  const title = waitingText(waiting.reason, bytes.confirmed, bytes.queued);
  return { why: 'waiting', look: WAITING_LOOKS[waiting.reason] ?? 'network', tone: 'you', title, text: '', next: waiting };
}

const WAITING_LOOKS: Record<string, StandstillLook> = { storage_full: 'full', too_many: 'patience' };

export function standstillOfView(view: UploadView, serverReachable: boolean): Standstill | null {
  return standstillOf({ ...view, studies: goingStudies(view).length }, serverReachable);
}

/** What is sent of it; what was left out is no part of it any more. */
export function goingStudies({ studies }: Pick<UploadView, 'studies'>): UploadView['studies'] {
  return studies.filter((study) => study.upload !== false);
}
