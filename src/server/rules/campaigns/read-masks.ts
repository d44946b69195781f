import type { ReadMask } from '#contract/campaigns.ts';
import { storedGrid } from '#server/rules/segmentations/grids.ts';
import { gridSize } from '#model/grids/voxel-space.ts';
import type { Reader } from '#server/db/database.ts';
import type { Member } from '#server/rules/context.ts';
import { segmentationsSeenBy } from '#server/rules/segmentations/segmentation-rows.ts';
import { contentOf, type CampaignRow, type ReadRow } from './campaign-rows.ts';

interface OfCase {
  study: string;
  studyId: number;
  known: boolean;
}

/**
 * What the device compares: the mask of each finished read and of each known case, as far as the caller may see it. Nothing if the campaign has no
 * structure. `cases`: by their number.
 */
export async function readMasksOf(
  db: Reader,
  caller: Member,
  row: CampaignRow,
  { reads, cases }: { reads: readonly ReadRow[]; cases: ReadonlyMap<number, OfCase> },
): Promise<ReadMask[]> {
  const { structure } = contentOf(row);
  if (structure === null) return [];
  const drawn = await segmentationsOf(db, caller, row.id, structure);
  const byStudy = Map.groupBy(drawn, ({ study_id }) => study_id);
  const byRead = segmentationsByRead(drawn, reads);
  const found = [
    ...reads.filter(({ state }) => state === 'done').map((read) => maskOfRead(read, byRead.get(read) ?? [])),
    ...[...cases].filter(([, { known }]) => known).map(([number, { studyId }]) => maskOfCase(number, byStudy.get(studyId) ?? [])),
  ];
  const shown = await shownMasks(
    db,
    found.flatMap(({ segmentations }) => segmentations),
  );
  return found
    .map(({ segmentations, ...of }): ReadMask => {
      const [only, ...others] = segmentations;
      const missing = only === undefined ? 'none' : others.length > 0 ? 'several' : null;
      return { ...of, study: cases.get(of.case)!.study, mask: missing === null ? shown.get(only!.id)! : null, missing };
    })
    .toSorted((a, b) => a.case - b.case);

  /** Of whoever made the campaign, outside of any read. */
  function maskOfCase(number: number, ofStudy: readonly Drawn[]): Found {
    const inReads = new Set([...byRead.values()].flat());
    const own = ofStudy.filter((one) => one.user_id === row.created_by && !inReads.has(one));
    return { case: number, reader: null, repeat: false, day: null, segmentations: worthComparing(own) };
  }
}

const segmentationsOf = (db: Reader, caller: Member, campaignId: number, structure: number) =>
  segmentationsSeenBy(db, caller)
    .select([
      ...(['segmentation.id', 'segmentation.uuid', 'segmentation.study_id', 'segmentation.user_id', 'segmentation.created_at'] as const),
      ...(['segmentation.operation_number', 'segmentation.grid_hash', 'segmentation.series_id'] as const),
    ])
    .where('segmentation.structure_id', '=', structure)
    .where('segmentation.user_id', 'is not', null)
    .where('segmentation.study_id', 'in', db.selectFrom('campaign_case').select('study_id').where('campaign_id', '=', campaignId))
    .orderBy('segmentation.id')
    .execute();
type Drawn = Awaited<ReturnType<typeof segmentationsOf>>[number];

interface Found extends Omit<ReadMask, 'study' | 'mask' | 'missing'> {
  segmentations: readonly Drawn[];
}

/** A segmentation was made in the read of its author and its case that began last before it, and had not ended. */
function segmentationsByRead(drawn: readonly Drawn[], reads: readonly ReadRow[]): ReadonlyMap<ReadRow, readonly Drawn[]> {
  const readsOf = Map.groupBy(reads, ({ user_id, study_id }) => `${user_id} ${study_id}`);
  const found = new Map<ReadRow, Drawn[]>();
  for (const one of drawn) {
    const [read] = (readsOf.get(`${one.user_id} ${one.study_id}`) ?? [])
      .filter(({ started_at: began }) => began !== null && began <= one.created_at)
      .filter(({ state, finished_at: ended }) => state !== 'done' || ended! >= one.created_at)
      .toSorted((a, b) => b.started_at! - a.started_at!);
    if (read !== undefined) found.set(read, [...(found.get(read) ?? []), one]);
  }
  return found;
}

const maskOfRead = (read: ReadRow, made: readonly Drawn[]): Found => ({
  ...{ case: read.case_number, reader: read.reader, repeat: read.repeat === 1 },
  day: new Date(read.finished_at!).toISOString().slice(0, 10),
  segmentations: worthComparing(made),
});

/** Empty ones beside one that was drawn on are of no interest. */
function worthComparing(made: readonly Drawn[]): readonly Drawn[] {
  const drawnOn = made.filter(({ operation_number: last }) => last > 0);
  return drawnOn.length > 0 ? drawnOn : made.slice(-1);
}

/** By the id of the segmentation. */
async function shownMasks(db: Reader, drawn: readonly Drawn[]): Promise<ReadonlyMap<number, NonNullable<ReadMask['mask']>>> {
  if (drawn.length === 0) return new Map();
  const ids = drawn.map(({ id }) => id);
  const segments = await db
    .selectFrom('segment')
    .select(['segmentation_id', 'uuid', 'title', 'value'])
    .where('segmentation_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const segmentsOf = Map.groupBy(segments, ({ segmentation_id }) => segmentation_id);
  const sizes = await gridSizes(db, drawn);
  return new Map(
    drawn.map(({ id, uuid, operation_number: last, grid_hash: hash }) => {
      const size = hash === null ? undefined : sizes.get(hash);
      const own = (segmentsOf.get(id) ?? []).map((segment) => ({ uuid: segment.uuid, title: segment.title, value: segment.value }));
      return [id, { segmentation: uuid, last, grid: size === undefined ? null : { hash: hash!, size }, segments: own }];
    }),
  );
}

/** By the hash of the grid. One at a time: a grid names each of its slices. */
async function gridSizes(db: Reader, drawn: readonly Drawn[]): Promise<ReadonlyMap<string, [number, number, number]>> {
  const sizes = new Map<string, [number, number, number]>();
  for (const { series_id: series, grid_hash: hash } of drawn) {
    if (series === null || hash === null || sizes.has(hash)) continue;
    const grid = await storedGrid(db, series, hash);
    if (grid !== null) sizes.set(hash, [...gridSize(grid)]);
  }
  return sizes;
}
