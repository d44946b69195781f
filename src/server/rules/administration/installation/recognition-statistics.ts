import { RECOGNITION_MONTHS, type RecognitionStatistics } from '#contract/installation.ts';
import { sql } from 'kysely';
import { assertPlatformAdministrator } from '#server/rules/administration/platform-administrators.ts';
import type { Caller, ServerContext } from '#server/rules/context.ts';

type Counts = RecognitionStatistics['total'];

/** A score above this was given by a person (REC-023). */
const MOST_OF_A_MACHINE = 1;

/** PCALL-221, for platform administrators. One pass over the series that arrived within the last months, of studies that were not deleted. */
export async function recognitionStatistics({ db, now }: ServerContext, caller: Caller): Promise<RecognitionStatistics> {
  await assertPlatformAdministrator(db.read, caller);
  const at = now();
  const months = lastMonths(at);
  const month = sql<number>`case ${sql.join(
    months.toReversed().map(({ from }, index) => sql`when series.created_at >= ${from} then ${sql.lit(RECOGNITION_MONTHS - 1 - index)}`),
    sql` `,
  )} end`;
  const isByHand = sql<0 | 1>`case when series.acquisition_score > ${sql.lit(MOST_OF_A_MACHINE)} then 1 else 0 end`;
  // A query in a query: PostgreSQL takes an expression with parameters in `group by` for another one.
  const rows = await db.read
    .selectFrom((eb) =>
      eb
        .selectFrom('series')
        .innerJoin('study', 'study.id', 'series.study_id')
        .select(['series.modality', 'series.acquisition_code', 'series.acquisition_score', isByHand.as('by_hand'), month.as('month')])
        .where('series.created_at', '>=', months[0]!.from)
        .where('study.deleted_at', 'is', null)
        .as('arrived'),
    )
    .select((eb) => [
      'modality',
      'acquisition_code',
      'by_hand',
      'month',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>('acquisition_score').as('score'),
    ])
    .groupBy(['modality', 'acquisition_code', 'by_hand', 'month'])
    .execute();
  const kindOf = (row: (typeof rows)[number]): keyof Counts => {
    if (row.by_hand === 1) return 'by_hand';
    return row.acquisition_code === null || row.acquisition_code === 'NONE' ? 'none' : 'accepted';
  };
  const countsOf = (some: typeof rows): Counts => {
    const counts = { accepted: 0, by_hand: 0, none: 0 };
    for (const row of some) counts[kindOf(row)] += row.count;
    return counts;
  };
  const grouped = <K>(keyOf: (row: (typeof rows)[number]) => K) => [...Map.groupBy(rows, keyOf)];
  return {
    at,
    total: countsOf(rows),
    by_modality: grouped(({ modality }) => modality)
      .map(([modality, some]) => ({ modality, ...countsOf(some) }))
      .toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.modality < b.modality ? -1 : 1)),
    by_code: grouped(({ acquisition_code }) => acquisition_code)
      .flatMap(([code, some]) => (code === null || code === 'NONE' ? [] : [{ code, ...countsOfCode(some) }]))
      .toSorted((a, b) => b.accepted + b.by_hand - a.accepted - a.by_hand || (a.code < b.code ? -1 : 1)),
    by_month: months.map(({ name }, index) => ({ month: name, ...countsOf(rows.filter((row) => row.month === index)) })),
  };
}

/** `mean_score`: of those that recognition found. */
function countsOfCode(rows: readonly { by_hand: 0 | 1; count: number; score: number | null }[]) {
  const of = (byHand: 0 | 1) => rows.filter((row) => row.by_hand === byHand);
  const sum = (some: readonly { count: number }[]) => some.reduce((all, { count }) => all + count, 0);
  const [found, chosen] = [of(0), of(1)];
  const scored = found.filter(({ score }) => score !== null);
  const mean = scored.length === 0 ? null : scored.reduce((all, { score }) => all + score!, 0) / sum(scored);
  return { accepted: sum(found), by_hand: sum(chosen), mean_score: mean };
}

const sizeOf = ({ accepted, by_hand, none }: Counts): number => accepted + by_hand + none;

/** Months in UTC, this one last. */
function lastMonths(now: number): { name: string; from: number }[] {
  const date = new Date(now);
  return Array.from({ length: RECOGNITION_MONTHS }, (_, at) => {
    const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - (RECOGNITION_MONTHS - 1 - at));
    return { name: new Date(from).toISOString().slice(0, 7), from };
  });
}
