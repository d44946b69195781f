import { LIMITS } from '#contract/limits.ts';
import type { FindingContent, Lesion, LesionContent, SavedLesion } from '#contract/lesions.ts';
import type { Writer } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';
import { changeLesions } from './change-lesions.ts';
import { findingsOf, isSeen, lesionsOf, seenOfPatient, toLesion, type LesionRow, type Seen } from './lesions-of.ts';

interface OfLesion {
  /** UUID of the study. */
  study: string;
  uuid: string;
}

type Change = Pick<SavedLesion, 'base' | 'device'>;
type At = { id: number; patient_id: number };

/**
 * PCALL-124. A version that the device did not change is not overwritten, unless the same device has saved it, as with measurements. A lesion and what is said
 * of it in each study have versions of their own: who links a measurement is not in conflict with who corrects the title.
 */
export async function saveLesion(
  context: ServerContext,
  caller: Member,
  { study, uuid }: OfLesion,
  { base, device, change }: SavedLesion,
): Promise<Lesion> {
  return changeLesions(context, caller, study, async (tx, at, now) => {
    const seen = await seenOfPatient(tx, caller, at);
    const stored = await lesionsOf(tx, caller).where('lesion.uuid', '=', uuid).executeTakeFirst();
    if (stored !== undefined) assertIsThere(stored, at, seen, caller);
    const isChanged =
      change.of === 'lesion'
        ? await saveContent(tx, caller, at, uuid, stored, { base, device }, change, now)
        : await saveFinding(tx, caller, at, stored, seen, { base, device }, change, now);
    const row = await lesionsOf(tx, caller).where('lesion.uuid', '=', uuid).executeTakeFirstOrThrow();
    return { isChanged, answer: toLesion(row, await findingsOf(tx, caller, seen, [row.id]), caller) };
  });
}

/** PCALL-125. One that was deleted or never arrived is deleted. */
export async function deleteLesion(context: ServerContext, caller: Member, { study, uuid }: OfLesion): Promise<void> {
  await changeLesions(context, caller, study, async (tx, at, now) => {
    const stored = await lesionsOf(tx, caller).where('lesion.uuid', '=', uuid).executeTakeFirst();
    if (stored === undefined || stored.deleted_at !== null) return { isChanged: false, answer: null };
    assertIsThere(stored, at, await seenOfPatient(tx, caller, at), caller);
    if (!mayDeleteWorkOf(stored.user_id, caller)) throw new Refusal('not_allowed');
    await tx.deleteFrom('lesion_finding').where('lesion_id', '=', stored.id).execute();
    await tx.updateTable('lesion').set({ deleted_at: now, updated_at: now, title: '', organ: '' }).where('id', '=', stored.id).execute();
    return { isChanged: true, answer: null };
  });
}

/** Not `not_found`: a device takes that for an older server, and waits. */
function assertIsThere(stored: LesionRow, at: At, { ofAll }: Seen, caller: Member): void {
  const isHidden = stored.user_id !== caller.userId && !isSeen(stored, ofAll, caller);
  if (stored.deleted_at !== null || stored.patient_id !== at.patient_id || isHidden) throw new Refusal('lesion_deleted');
}

async function saveContent(
  tx: Writer,
  caller: Member,
  at: At,
  uuid: string,
  stored: LesionRow | undefined,
  { base, device }: Change,
  { title, kind, organ, node }: LesionContent,
  now: number,
): Promise<boolean> {
  const content = { title, kind, organ, node: node ? (1 as const) : (0 as const) };
  const values = { ...content, version: (stored?.version ?? base) + 1, device, updated_at: now };
  if (stored === undefined) {
    const { teamId: team_id, userId: user_id } = caller;
    const own = { team_id, user_id, uuid, patient_id: at.patient_id, study_id: at.id, number: await nextNumber(tx, at.patient_id) };
    await tx
      .insertInto('lesion')
      .values({ ...own, ...values, deleted_at: null, created_at: now })
      .execute();
    return true;
  }
  if (isSame(stored, content)) return false;
  assertVersion(stored, { base, device });
  await tx.updateTable('lesion').set(values).where('id', '=', stored.id).execute();
  return true;
}

async function saveFinding(
  tx: Writer,
  caller: Member,
  at: At,
  lesion: LesionRow | undefined,
  { ofAll }: Seen,
  { base, device }: Change,
  { measurement, state }: FindingContent,
  now: number,
): Promise<boolean> {
  // The lesion itself was refused, or another device has deleted it.
  if (lesion === undefined) throw new Refusal('lesion_deleted');
  const stored = await tx
    .selectFrom('lesion_finding')
    .selectAll()
    .where('lesion_id', '=', lesion.id)
    .where('study_id', '=', at.id)
    .executeTakeFirst();
  if (stored !== undefined && isSame(stored, { measurement, state })) return false;
  if (stored !== undefined && !isSeen(stored, ofAll, caller)) throw new Refusal('conflict');
  const values = { measurement, state, user_id: caller.userId, version: (stored?.version ?? base) + 1, device, updated_at: now };
  if (stored === undefined) {
    await tx
      .insertInto('lesion_finding')
      .values({ ...values, lesion_id: lesion.id, study_id: at.id, created_at: now })
      .execute();
    return true;
  }
  assertVersion(stored, { base, device });
  await tx.updateTable('lesion_finding').set(values).where('id', '=', stored.id).execute();
  return true;
}

function assertVersion(stored: { version: number; device: string }, { base, device }: Change): void {
  if (stored.version !== base && stored.device !== device) throw new Refusal('conflict');
}

const isSame = <T extends object>(stored: T, content: Partial<T>): boolean =>
  (Object.keys(content) as (keyof T)[]).every((name) => stored[name] === content[name]);

async function nextNumber(tx: Writer, patientId: number): Promise<number> {
  const last = await tx
    .selectFrom('lesion')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.coalesce(eb.fn.max('number'), eb.val(0)).as('number')])
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow();
  const max = LIMITS.lesionsPerPatient;
  if (last.count >= max) throw new Refusal('too_large', { limit: { name: 'lesionsPerPatient', max } });
  return Number(last.number) + 1;
}
