import type { UploadView } from '#model/uploads/upload-view.ts';
import { failedText, GOES_ON_TEXT, offlineText, rightsText, signInText, waitingText } from './sending-texts.ts';
import { TEXTS } from '#features/upload/texts.ts';

/** Why an upload is stalled, what that means, and what can be done about it; null while it proceeds. */
export interface Stall {
  tone: 'broken' | 'you';
  /** `waiting`: the sender pauses; `offline`: the server is unavailable. */
  why: 'failed' | 'sign-in' | 'rights' | 'offline' | 'waiting';
  look: StallLook;
  title: string;
  /** What happens next, unless `next` has a time. */
  text: string;
  /** When it is retried automatically. */
  next: NonNullable<UploadView['waiting']> | null;
}

export type StallLook = 'failed' | 'person' | 'lock' | 'network' | 'full' | 'patience';

interface Asked extends Pick<UploadView, 'halt' | 'waiting'> {
  bytes: { confirmed: number; queued: number };
  /** Studies being sent. */
  studies: number;
  /** Used instead if the studies are not known yet. */
  uploads?: number;
}

/** The same text wherever an upload is shown. The user's actions come before the network, the network before the server. */
export function stallOf({ halt, waiting, bytes, studies, uploads = 0 }: Asked, serverReachable: boolean): Stall | null {
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

const WAITING_LOOKS: Record<string, StallLook> = { storage_full: 'full', too_many: 'patience' };

export function stallOfView(view: UploadView, serverReachable: boolean): Stall | null {
  return stallOf({ ...view, studies: studiesToSend(view).length }, serverReachable);
}

/** The parts being sent; series that were left out no longer count. */
export function studiesToSend({ studies }: Pick<UploadView, 'studies'>): UploadView['studies'] {
  return studies.filter((study) => study.upload !== false);
}
