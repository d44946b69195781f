import type { Proposal, ProposalDecision, StudyProposals } from '#contract/ai/inferences.ts';
import { dateToWire } from '#contract/dates.ts';
import { blindingOf } from '#server/rules/campaigns/blinding.ts';
import type { Reader } from '#server/db/database.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { requireStudyRow } from '#server/rules/studies/studies.ts';
import { changeAi } from './changes.ts';
import { fileAnswer } from './files.ts';
import { decisionsOf, infersOfTeam, patientsOf, summaryOf, toInferredBy, withFacts, type InferRow } from './infer-rows.ts';

/**
 * PCALL-160: results that are on the grid of a series, newest first, one for each series and model. Whoever reads the study blinded sees none: a proposal of a model
 * is what the reader is to be compared with.
 */
export async function proposalsOf({ db }: ServerContext, caller: Member, study: string): Promise<StudyProposals> {
  const { id, uuid } = await requireStudyRow(db.read, caller, study);
  if ((await blindingOf(db.read, caller, id)) !== null) return { data: [], blinded: true };
  const rows = await resultRows(db.read, caller)
    .where('study.uuid', '=', uuid)
    .orderBy('infer.ended_at', 'desc')
    .orderBy('infer.id', 'desc')
    .execute();
  const newest = [...Map.groupBy(rows, ({ series_uuid, model }) => `${series_uuid} ${model}`).values()].map(([first]) => first!);
  return { data: await toProposals(db.read, newest), blinded: false };
}

function resultRows(db: Reader, caller: Member) {
  return withFacts(infersOfTeam(db, caller))
    .innerJoin('ai_file', 'ai_file.id', 'infer.labels_file_id')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .select(['ai_file.id as file_id', 'ai_file.size', 'ai_file.sha256', 'patient.uuid as patient_uuid'])
    .where('infer.state', '=', 'done');
}
type ResultRow = InferRow & { file_id: number; size: number | null; sha256: string | null; patient_uuid: string };

async function toProposals(db: Reader, rows: readonly ResultRow[]): Promise<Proposal[]> {
  if (rows.length === 0) return [];
  const decided = await decisionsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const summary = summaryOf(row);
    const series = row.series_uuid;
    if (summary === null || series === null) return [];
    return [
      {
        ...{ id: row.id, model: toInferredBy(row), series, summary, decided: decided.get(row.id) ?? [], started_by: row.user_name },
        ...{ ended_at: row.ended_at === null ? null : dateToWire(new Date(row.ended_at)), size: row.size!, sha256: row.sha256! },
        learned_from_patient: patientsOf(row.patients)?.includes(row.patient_uuid) ?? null,
      },
    ];
  });
}

async function requireResult(db: Reader, caller: Member, study: string, id: number): Promise<ResultRow> {
  const { id: studyId } = await requireStudyRow(db, caller, study);
  if ((await blindingOf(db, caller, studyId)) !== null) throw new Refusal('not_found');
  const row = await resultRows(db, caller).where('infer.id', '=', id).where('infer.study_id', '=', studyId).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

/** PCALL-161. */
export async function proposalLabels(context: ServerContext, caller: Member, study: string, id: number): Promise<ByteAnswer> {
  const { file_id } = await requireResult(context.db.read, caller, study, id);
  return fileAnswer(context, file_id, 'application/octet-stream');
}

/** PCALL-162. The drawing itself is an operation of a segmentation, which has its own rights; this only records what became of the proposal. */
export async function decideProposal(
  context: ServerContext,
  caller: Member,
  { study, id, value }: { study: string; id: number; value: number },
  { decision, dice }: { decision: ProposalDecision; dice: number | null },
): Promise<Proposal> {
  if (!caller.permissions.has('r:segmentations')) throw new Refusal('not_allowed');
  await changeAi(context, caller.teamId, async (tx, note) => {
    const row = await requireResult(tx, caller, study, id);
    if (summaryOf(row)?.classes.every((each) => each.value !== value) ?? true) throw new Refusal('not_found');
    const decided = { decision, dice, user_id: caller.userId, created_at: context.now() };
    await tx
      .insertInto('infer_decision')
      .values({ infer_id: id, value, ...decided })
      .onConflict((conflict) => conflict.columns(['infer_id', 'value']).doUpdateSet(decided))
      .execute();
    await note('infer', id);
    await note('study', row.study_uuid);
  });
  const [proposal] = await toProposals(context.db.read, [await requireResult(context.db.read, caller, study, id)]);
  return proposal!;
}
