import { callApi } from '#api/call-api.ts';
import { mayBeTaken } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { saveAnswers } from '#localdb/masks/journal.ts';
import { nextBatch, type MaskBatch } from '#localdb/masks/unsent-operations.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { createOutboxSender } from '#sync/outbox-sender.ts';

/** What was drawn in about a second goes in one call. */
const SEND_EVERY_MS = 1_000;
const REFUSED_FOR_MS = 60_000;

export interface MaskSender {
  /** Something was drawn, or may be sent now that was not before. */
  drawn(): void;
  /** Sends at once. */
  wake(): void;
  close(): void;
}

/**
 * Sends the operations of masks that wait on this device, call after call, and stores what became of them. One that arrives twice counts once. A refused
 * call loses nothing: its segmentation waits, and the others go on.
 */
export function createMaskSender(db: LocalDb, inTurn: (work: () => Promise<void>) => Promise<void>): MaskSender {
  const refused = new Set<string>();
  const timers = new Map<'drawn' | 'refused', ReturnType<typeof setTimeout>>();
  const sender = createOutboxSender<MaskBatch>({
    async saved() {
      const batch = await nextBatch(db, refused);
      return batch === null ? [] : [batch];
    },
    async send({ study, segmentation, operations }) {
      const params = { uuid: study, segmentation };
      const answer = await callApi(CALLS.sendMaskOperations, { params, body: { operations }, quiet: true });
      if (answer.ok) {
        await saveAnswers(db, segmentation, answer.value.data);
        const answered = new Set(answer.value.data.map(({ uuid }) => uuid));
        return operations.every(({ uuid }) => answered.has(uuid)) ? 'done' : 'later';
      }
      return mayBeTaken(answer.failure) ? 'later' : 'refused';
    },
    // Its operations have their states.
    remove: async () => undefined,
    onRefused({ segmentation }) {
      refused.add(segmentation);
      after('refused', REFUSED_FOR_MS, () => {
        refused.clear();
        sender.wake();
      });
    },
    inTurn,
  });

  function after(name: 'drawn' | 'refused', ms: number, act: () => void): void {
    if (timers.has(name)) return;
    const timer = setTimeout(() => {
      timers.delete(name);
      act();
    }, ms);
    timers.set(name, timer);
  }

  return {
    drawn: () => after('drawn', SEND_EVERY_MS, sender.wake),
    wake: sender.wake,
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      sender.close();
    },
  };
}
