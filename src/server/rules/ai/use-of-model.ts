import type { AiModelDetail } from '#contract/ai/models.ts';
import { InferSummary, PROPOSAL_DECISIONS } from '#contract/ai/inferences.ts';
import type { Reader } from '#server/db/database.ts';

const DAY_MS = 86_400_000;
const WEEKS = 26;

/** What people did with what a version proposed, by segment. */
export async function usedOf(db: Reader, versionId: number | null): Promise<AiModelDetail['used']> {
  if (versionId === null) return { proposed: 0, accepted: 0, corrected: 0, refused: 0 };
  const done = await db.selectFrom('infer').select('summary').where('version_id', '=', versionId).where('state', '=', 'done').execute();
  const proposed = done
    .flatMap(({ summary }) => (summary === null ? [] : InferSummary.parse(JSON.parse(summary)).classes))
    .filter(({ voxels }) => voxels > 0).length;
  const decided = await db
    .selectFrom('infer_decision')
    .innerJoin('infer', 'infer.id', 'infer_decision.infer_id')
    .select((eb) => ['decision', eb.fn.countAll<number>().as('count')])
    .where('infer.version_id', '=', versionId)
    .groupBy('decision')
    .execute();
  const [accepted, corrected, refused] = PROPOSAL_DECISIONS.map((each) =>
    Number(decided.find(({ decision }) => decision === each)?.count ?? 0),
  );
  return { proposed, accepted: accepted!, corrected: corrected!, refused: refused! };
}

/** Dice of what was kept with what was proposed: 1 for what was accepted, 0 for what was refused. By version and week of the decision, the last half year. */
export async function qualityOf(db: Reader, modelId: number, now: number): Promise<AiModelDetail['quality']> {
  const rows = await db
    .selectFrom('infer_decision')
    .innerJoin('infer', 'infer.id', 'infer_decision.infer_id')
    .innerJoin('ai_version', 'ai_version.id', 'infer.version_id')
    .select(['ai_version.number', 'infer_decision.decision', 'infer_decision.dice', 'infer_decision.created_at'])
    .where('ai_version.model_id', '=', modelId)
    .where('infer_decision.created_at', '>', now - WEEKS * 7 * DAY_MS)
    .execute();
  const scored = rows.flatMap(({ number, decision, dice, created_at }) => {
    const score = decision === 'accepted' ? 1 : decision === 'refused' ? 0 : dice;
    return score === null ? [] : [{ number, score, week: mondayOf(created_at) }];
  });
  return [...Map.groupBy(scored, ({ number, week }) => `${week} ${number}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) => ({
      ...{ version: own[0]!.number, week: own[0]!.week, results: own.length },
      dice: own.reduce((sum, { score }) => sum + score, 0) / own.length,
    }));
}

function mondayOf(at: number): string {
  const day = new Date(at);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return new Date(at - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
