import { InferSummary } from '#contract/ai/inferences.ts';
import type { NextCases } from '#contract/ai/next-cases.ts';
import { caseReasons } from '#model/ai/case-reasons.ts';
import { randomOf } from '#model/campaigns/random.ts';
import { WAITING } from '#model/tasks/task-states.ts';
import type { Reader } from '#server/db/database.ts';
import { blindedStudies } from '#server/rules/campaigns/blinding.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { segmentationsSeenBy } from '#server/rules/segmentations/segmentation-rows.ts';
import { infersOfTeam } from './infer-rows.ts';
import { promotedOf, requireModel, takesClicks, versionRows, type ModelRow, type VersionRow } from './model-rows.ts';

/** Of the promoted version, the latest ones. */
const MOST_RESULTS = 500;
const MOST_SHOWN = 30;

/**
 * PCALL-200: studies with a result of the promoted version that could be annotated next, in an order by chance that stays: see decision 380. Not those that it learned from or
 * was measured on, those on which the caller sees the structure drawn, and those that somebody was asked to annotate.
 */
export async function nextCases({ db }: ServerContext, caller: Member, id: number): Promise<NextCases> {
  const model = await requireModel(db.read, caller, id);
  const promoted = promotedOf(model);
  const version =
    promoted === null ? undefined : await versionRows(db.read).where('ai_version.id', '=', promoted.version).executeTakeFirst();
  if (version === undefined || takesClicks(version.manifest)) return { version: null, data: [], total: 0 };
  const results = await openResults(db.read, caller, model, version);
  const order = results
    .map((result) => ({ result, place: randomOf(`${version.uuid} ${result.uuid}`)() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, MOST_SHOWN)
    .map(({ result }) => result);
  const reasons = new Map(caseReasons(results.map(({ summary }) => summary)).map((own, at) => [results[at]!.uuid, own]));
  const mayName = caller.permissions.has('r:studies');
  const data = order.map(({ uuid, patient_name, modality, id: infer }) => ({
    study: { uuid, patientName: mayName ? patient_name : '', modality },
    ...{ infer, reasons: reasons.get(uuid)! },
  }));
  return { version: version.number, data, total: results.length };
}

/** The latest result of each study. */
async function openResults(db: Reader, caller: Member, model: ModelRow, version: VersionRow) {
  const { teamId } = caller;
  const rows = await infersOfTeam(db, caller)
    .select(['infer.id', 'infer.study_id', 'infer.summary', 'study.uuid', 'study.patient_name', 'study.modality'])
    .where('infer.version_id', '=', version.id)
    .where('infer.state', '=', 'done')
    .where('infer.summary', 'is not', null)
    .where('study.uuid', 'not in', (eb) =>
      eb
        .selectFrom('dataset_case')
        .innerJoin('dataset_version', 'dataset_version.id', 'dataset_case.version_id')
        .innerJoin('dataset', 'dataset.id', 'dataset_version.dataset_id')
        .select('dataset_case.study_uuid')
        .where('dataset.team_id', '=', teamId)
        .where('dataset_version.uuid', '=', version.dataset_uuid),
    )
    .where('study.id', 'not in', (eb) =>
      eb
        .selectFrom('task')
        .select('task.study_id')
        .where('task.team_id', '=', teamId)
        .where('task.kind', '=', 'annotate')
        .where('task.state', 'in', WAITING),
    )
    .where('study.id', 'not in', drawnStudies(db, caller, model.structure_id))
    .orderBy('infer.id', 'desc')
    .limit(MOST_RESULTS)
    .execute();
  // A blinded reader is told of no result [Note: Blinded reads].
  const blinded = await blindedStudies(db, caller);
  const latest = [...Map.groupBy(rows, ({ study_id }) => study_id).values()].map(([first]) => first!);
  return latest
    .filter(({ study_id }) => !blinded.has(study_id))
    .map(({ summary, ...row }) => ({ ...row, summary: InferSummary.parse(JSON.parse(summary!)) }));
}

/** Ids of studies on which the structure is drawn, as far as the caller may see it. */
const drawnStudies = (db: Reader, caller: Member, structure: number | null) =>
  segmentationsSeenBy(db, caller)
    .select('segmentation.study_id')
    .where('segmentation.structure_id', '=', structure)
    .where('segmentation.operation_number', '>', 0);
