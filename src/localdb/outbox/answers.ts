import { openDeviceKey } from '#localdb/device-key.ts';
import type { LocalDb, WriteOf } from '#localdb/schema.ts';
import { saveWrite } from './outbox.ts';

type Saved = Omit<WriteOf<'form-answer'>, 'kind' | 'device'>;

/** Stored when it resolves, and sent later. `base`: the version that is shown, 0 for a new answer. */
export async function saveAnswer(db: LocalDb, { study, answer, base, subject, content }: Saved): Promise<void> {
  const { id: device } = await openDeviceKey(db);
  await saveWrite(db, { kind: 'form-answer', study, answer, base, device, subject, content });
}

/** Takes the place of changes that wait. */
export function deleteAnswer(db: LocalDb, { study, answer }: Pick<Saved, 'study' | 'answer'>): Promise<void> {
  return saveWrite(db, { kind: 'form-answer-deletion', study, answer });
}

/** Instead of a change that was refused, its content is kept aside as a draft, unless the user has changed it again. */
export function keepAnswerAside(db: LocalDb, seq: number, write: WriteOf<'form-answer'>): Promise<void> {
  const { subject, content } = write;
  return saveWrite(
    db,
    { ...write, answer: crypto.randomUUID(), base: 0, subject: { ...subject, aside: true }, content: { ...content, state: 'draft' } },
    seq,
  );
}
