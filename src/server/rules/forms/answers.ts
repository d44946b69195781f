import type { AnswerContent, AnswerSubject, FormAnswer, FormDefinition, SavedAnswer } from '#contract/forms.ts';
import { LIMITS } from '#contract/limits.ts';
import { marked } from '#language/t.ts';
import { answerToText } from '#model/forms/shown-answers.ts';
import { whyNotStored } from '#model/forms/validate.ts';
import type { Writer } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { changeWorkOnStudy } from '#server/rules/studies/change-work.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';
import { answersOf, toAnswer, type AnswerRow } from './answers-of.ts';
import { isReadOver } from './closed-reads.ts';

interface OfAnswer {
  /** UUID of the study. */
  study: string;
  uuid: string;
}

/**
 * PCALL-116. As in a measurement, a version that the device did not change is not overwritten, unless the same device has saved it. Also a second answer of
 * the same person to the same form in the same read is a conflict, except aside. A form that was retired or a project that is finished does not refuse: the
 * answer may have been given before, without a network.
 */
export async function saveAnswer(
  context: ServerContext,
  caller: Member,
  { study, uuid }: OfAnswer,
  { base, device, form, number, read, aside, ...content }: SavedAnswer,
): Promise<FormAnswer> {
  const subject = { form, number, read, aside };
  return changeWorkOnStudy(context, caller, { study, kind: 'form-answer' }, async (tx, studyId, now) => {
    const stored = await answersOf(tx, caller, studyId).where('form_answer.uuid', '=', uuid).executeTakeFirst();
    if (stored !== undefined) await assertMayChange(tx, stored, caller, { base, device, subject });
    if (stored !== undefined && isSame(stored, content)) return { isChanged: false, answer: toAnswer(stored, caller) };
    const version = await requireVersion(tx, caller, subject);
    assertFits(JSON.parse(version.definition) as FormDefinition, content);
    await assertSeries(tx, studyId, content);
    const { state, ...rest } = content;
    const values = { state, content: JSON.stringify(rest), version: (stored?.version ?? base) + 1, device, updated_at: now };
    if (stored === undefined) {
      await assertRoom(tx, studyId);
      if (!aside) await assertOnly(tx, caller, studyId, { versionId: version.id, read });
      const own = { study_id: studyId, form_version_id: version.id, uuid, user_id: caller.userId, read_uuid: read, aside: aside ? 1 : 0 };
      await tx
        .insertInto('form_answer')
        .values({ ...own, ...values, deleted_at: null, created_at: now })
        .execute();
    } else await tx.updateTable('form_answer').set(values).where('id', '=', stored.id).execute();
    const saved = await answersOf(tx, caller, studyId).where('form_answer.uuid', '=', uuid).executeTakeFirstOrThrow();
    return { isChanged: true, answer: toAnswer(saved, caller) };
  });
}

/** PCALL-117. One that was deleted or never arrived is deleted. */
export async function deleteAnswer(context: ServerContext, caller: Member, { study, uuid }: OfAnswer): Promise<void> {
  await changeWorkOnStudy(context, caller, { study, kind: 'form-answer' }, async (tx, studyId, now) => {
    const stored = await answersOf(tx, caller, studyId).where('form_answer.uuid', '=', uuid).executeTakeFirst();
    if (stored === undefined || stored.deleted_at !== null) return { isChanged: false, answer: null };
    if (!mayDeleteWorkOf(stored.user_id, caller)) throw new Refusal('not_allowed');
    await assertOpen(tx, stored, caller);
    await tx
      .updateTable('form_answer')
      .set({ deleted_at: now, updated_at: now, state: 'draft', content: JSON.stringify({ values: {}, sources: {}, items: [] }) })
      .where('id', '=', stored.id)
      .execute();
    return { isChanged: true, answer: null };
  });
}

type Change = Pick<SavedAnswer, 'base' | 'device'> & { subject: AnswerSubject };

async function assertMayChange(tx: Writer, stored: AnswerRow, caller: Member, { base, device, subject }: Change): Promise<void> {
  if (!mayDeleteWorkOf(stored.user_id, caller)) throw new Refusal('not_allowed');
  if (stored.deleted_at !== null) throw new Refusal('answer_deleted');
  const { form, number, read_uuid: read, aside } = stored;
  if (JSON.stringify([form, number, read, aside === 1]) !== JSON.stringify([subject.form, subject.number, subject.read, subject.aside]))
    throw new Refusal('invalid', { errors: { form: [marked('The answer is to another form, version or read.')] } });
  if (stored.version !== base && stored.device !== device) throw new Refusal('conflict');
  await assertOpen(tx, stored, caller);
}

async function assertOpen(tx: Writer, { state, read_uuid }: AnswerRow, { teamId }: Member): Promise<void> {
  if (state === 'complete' && read_uuid !== null && (await isReadOver(tx, teamId, read_uuid))) throw new Refusal('read_closed');
}

function isSame({ state, content: stored }: AnswerRow, content: AnswerContent): boolean {
  return answerToText({ state, ...(JSON.parse(stored) as Omit<AnswerContent, 'state'>) }) === answerToText(content);
}

async function requireVersion(tx: Writer, { teamId }: Member, { form, number }: AnswerSubject) {
  const row = await tx
    .selectFrom('form_version')
    .innerJoin('form', 'form.id', 'form_version.form_id')
    .select(['form_version.id', 'form_version.definition'])
    .where('form.team_id', '=', teamId)
    .where('form.uuid', '=', form)
    .where('form_version.number', '=', number)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('invalid', { errors: { form: [marked('There is no such version of a form.')] } });
  return row;
}

/** The words name fields of the form and never what was answered. */
function assertFits(definition: FormDefinition, content: AnswerContent): void {
  const why = whyNotStored(definition, content);
  if (why !== null) throw new Refusal('invalid', { errors: { values: [why] } });
}

/** Grids and slices may not be known to the server yet; series are. */
async function assertSeries(tx: Writer, studyId: number, { items }: AnswerContent): Promise<void> {
  const named = [...new Set(items.flatMap(({ place }) => (place === null ? [] : [place.series])))];
  if (named.length === 0) return;
  const rows = await tx.selectFrom('series').select('uuid').where('study_id', '=', studyId).where('uuid', 'in', named).execute();
  if (rows.length < named.length) throw new Refusal('invalid', { errors: { items: [marked('The study has no such series.')] } });
}

async function assertOnly(
  tx: Writer,
  caller: Member,
  studyId: number,
  { versionId, read }: { versionId: number; read: string | null },
): Promise<void> {
  const other = await answersOf(tx, caller, studyId)
    .where('form_answer.deleted_at', 'is', null)
    .where('form_answer.aside', '=', 0)
    .where('form_answer.form_version_id', '=', versionId)
    .where('form_answer.user_id', '=', caller.userId)
    .where('form_answer.read_uuid', read === null ? 'is' : '=', read)
    .executeTakeFirst();
  if (other !== undefined) throw new Refusal('conflict');
}

async function assertRoom(tx: Writer, studyId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('form_answer')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('study_id', '=', studyId)
    .executeTakeFirstOrThrow();
  const max = LIMITS.answersPerStudy;
  if (count >= max) throw new Refusal('too_large', { limit: { name: 'answersPerStudy', max } });
}
