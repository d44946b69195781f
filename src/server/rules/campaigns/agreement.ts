import type { Agreement } from '#contract/campaigns.ts';
import type { AnswerContent, FormDefinition } from '#contract/forms.ts';
import { agreementOnField, disagreements, type FieldRead } from '#model/campaigns/agreement.ts';
import { comparedFields, type ComparedField } from '#model/campaigns/compared-fields.ts';
import type { Reader } from '#server/db/database.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { answersOfTeam } from '#server/rules/forms/answers-of.ts';
import { contentOf, readsOf, requireCampaign, type CampaignRow, type ReadRow } from './campaign-rows.ts';
import { readMasksOf } from './read-masks.ts';

const MOST_CASES = 20;

/** PCALL-140: of the forms of finished reads. For masks, it names those that the device compares. */
export async function agreementOf({ db }: ServerContext, caller: Member, uuid: string): Promise<Agreement> {
  const { row } = await requireCampaign(db.read, caller, uuid, ['lead', 'reviewer']);
  const reads = await readsOf(db.read, row.id);
  const studies = await casesOf(db.read, row.id);
  const { form } = contentOf(row);
  const definition = form === null ? null : await definitionOf(db.read, row.team_id, form);
  const fields = definition === null ? [] : comparedFields(definition);
  const answers = await answersByRead(db.read, row);
  const known = await knownAnswers(db.read, row, studies);
  const found = fields.map((field) => ({ field, values: valuesOf(field, reads, answers) }));
  return {
    fields: found.map(({ field, values }) => ({
      ...{ key: field.key, title: field.title },
      ...agreementOnField(values, field.order),
      known: rightOnes(field, values, known),
    })),
    masks: [],
    read_masks: await readMasksOf(db.read, caller, row, { reads, cases: studies }),
    cases: [...differing(found, studies), ...skippedCases(reads, studies)].slice(0, MOST_CASES),
  };
}

type Content = Omit<AnswerContent, 'state'>;
/** By the number of the case. */
type Cases = ReadonlyMap<number, { study: string; studyId: number; known: boolean }>;

async function casesOf(db: Reader, campaignId: number): Promise<Cases> {
  const rows = await db
    .selectFrom('campaign_case')
    .innerJoin('study', 'study.id', 'campaign_case.study_id')
    .select(['campaign_case.number', 'campaign_case.known', 'study.uuid', 'study.id'])
    .where('campaign_case.campaign_id', '=', campaignId)
    .execute();
  return new Map(rows.map(({ number, known, uuid, id }) => [number, { study: uuid, studyId: id, known: known === 1 }]));
}

async function definitionOf(
  db: Reader,
  teamId: number,
  { uuid, version }: { uuid: string; version: number },
): Promise<FormDefinition | null> {
  const found = await db
    .selectFrom('form_version')
    .innerJoin('form', 'form.id', 'form_version.form_id')
    .select('form_version.definition')
    .where('form.team_id', '=', teamId)
    .where('form.uuid', '=', uuid)
    .where('form_version.number', '=', version)
    .executeTakeFirst();
  return found === undefined ? null : (JSON.parse(found.definition) as FormDefinition);
}

/** Of finished reads, by the UUID of the read. */
async function answersByRead(db: Reader, { id, team_id }: CampaignRow): Promise<ReadonlyMap<string, Content>> {
  const rows = await answersOfTeam(db, team_id)
    .innerJoin('campaign_read', 'campaign_read.uuid', 'form_answer.read_uuid')
    .where('campaign_read.campaign_id', '=', id)
    .where('campaign_read.state', '=', 'done')
    .whereRef('form_answer.user_id', '=', 'campaign_read.user_id')
    .where('form_answer.deleted_at', 'is', null)
    .where('form_answer.aside', '=', 0)
    .execute();
  return new Map(rows.map(({ read_uuid, content }) => [read_uuid!, JSON.parse(content) as Content]));
}

/** What whoever made the campaign answered to the known cases, outside of any read; by the number of the case. */
async function knownAnswers(db: Reader, row: CampaignRow, cases: Cases): Promise<ReadonlyMap<number, Content>> {
  const { form } = contentOf(row);
  const studies = new Map([...cases].filter(([, { known }]) => known).map(([number, { studyId }]) => [studyId, number]));
  if (form === null || row.created_by === null || studies.size === 0) return new Map();
  const rows = await answersOfTeam(db, row.team_id)
    .where('form.uuid', '=', form.uuid)
    .where('form_version.number', '=', form.version)
    .where('form_answer.user_id', '=', row.created_by)
    .where('form_answer.read_uuid', 'is', null)
    .where('form_answer.state', '=', 'complete')
    .where('form_answer.deleted_at', 'is', null)
    .where('form_answer.aside', '=', 0)
    .where('form_answer.study_id', 'in', [...studies.keys()])
    .execute();
  return new Map(rows.map(({ study_id, content }) => [studies.get(study_id)!, JSON.parse(content) as Content]));
}

function valuesOf(field: ComparedField, reads: readonly ReadRow[], answers: ReadonlyMap<string, Content>): FieldRead[] {
  return reads.flatMap((read) => {
    const content = answers.get(read.uuid);
    const value = content === undefined ? null : field.valueOf(content);
    if (value === null || read.finished_at === null) return [];
    const day = new Date(read.finished_at).toISOString().slice(0, 10);
    return [{ case: read.case_number, reader: read.reader, repeat: read.repeat === 1, day, value }];
  });
}

function rightOnes(
  field: ComparedField,
  values: readonly FieldRead[],
  known: ReadonlyMap<number, Content>,
): Agreement['fields'][number]['known'] {
  const compared = values.flatMap(({ case: number, reader, repeat, value }) => {
    const content = known.get(number);
    const right = content === undefined ? null : field.valueOf(content);
    return repeat || right === null ? [] : [{ reader, isRight: value === right }];
  });
  return [...Map.groupBy(compared, ({ reader }) => reader)]
    .map(([reader, own]) => ({ reader, cases: own.length, right: own.filter(({ isRight }) => isRight).length }))
    .toSorted((a, b) => a.reader - b.reader);
}

type Talked = Agreement['cases'][number];

function differing(found: readonly { field: ComparedField; values: FieldRead[] }[], cases: Cases): Talked[] {
  return found
    .flatMap(({ field, values }) => disagreements(values, field.order).map((one) => ({ ...one, field })))
    .toSorted((a, b) => b.spread - a.spread || a.case - b.case)
    .map(({ case: number, values, field }) => ({
      ...{ case: number, study: cases.get(number)!.study },
      about: { kind: 'values', title: field.title, values: values.map((value) => field.textOf(value)) },
    }));
}

function skippedCases(reads: readonly ReadRow[], cases: Cases): Talked[] {
  const skipped = reads.flatMap(({ case_number, state, skipped: reason }) =>
    state === 'done' || reason === null ? [] : [{ number: case_number, reason }],
  );
  return [...Map.groupBy(skipped, ({ number }) => number)]
    .toSorted(([one], [other]) => one - other)
    .map(([number, of]) => ({
      ...{ case: number, study: cases.get(number)!.study },
      about: { kind: 'skipped', reasons: of.map(({ reason }) => reason) },
    }));
}
