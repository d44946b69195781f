import { ModelManifest } from '#contract/ai/manifest.ts';
import type { Segmentation } from '#contract/segmentations.ts';
import { readFile } from '#server/rules/ai/files.ts';
import { putMask } from '#server/rules/masks/put-mask.ts';
import { createMask } from '#server/rules/segmentations/masks.ts';
import { createSegmentation } from '#server/rules/segmentations/segmentations.ts';
import { createSegment } from '#server/rules/segmentations/segments.ts';
import type { WrittenMaskReader } from '#server/label-maps/written-mask.ts';
import { uuidOf } from '#server/rules/uuid-of.ts';
import { because, type StepOn, type StepRun } from './step-run.ts';

/**
 * A segmentation of the author, shared with the team, with a segment for each class of the model, drawn as the label map says. What it makes has UUIDs of this
 * attempt, and the mask is written over an empty one only: doing it again, or after a person has drawn on it, changes nothing.
 */
export const makeSegmentation =
  (reader: WrittenMaskReader): StepRun<'segment'> =>
  async (on) => {
    const { context, author, study, row } = on;
    if (!author.permissions.has('r:segmentations')) return { is: 'failed', reason: because('refused', 'not_allowed') };
    const proposal = await proposalOf(on);
    if (proposal === null) return { is: 'failed', reason: because('nothing_proposed') };
    const { structure, classes, series, file } = proposal;
    const made = await createSegmentation(context, author, study.uuid, { structure, rbac: 1, uuid: row.uuid });
    // The server gives values in the order in which segments are made.
    for (const { title, value } of classes.toSorted((a, b) => a.value - b.value))
      await createSegment(context, author, { study: study.uuid, ref: made.uuid! }, { title, uuid: uuidOf(`${row.uuid} ${value}`) });
    const { revision } = await createMask(context, author, { uuid: series, ref: made.uuid! });
    if (revision === 0) await draw(on, reader, made, file);
    return {
      is: 'done',
      reason: because('segment_made', classes.length),
      links: [{ kind: 'segmentation', id: row.uuid }],
    };
  };

async function draw(
  { context, author, study }: StepOn<'segment'>,
  reader: WrittenMaskReader,
  { uuid }: Segmentation,
  file: number,
): Promise<void> {
  const labels = await readFile(context, file);
  const left = new AbortController().signal;
  await putMask(context, reader, author, { study: study.uuid, ref: uuid!, file: labels, ifMatch: '0', order: [], left });
}

/** What the named step has proposed. Null: it has not, or not on one series, or its model was deleted. */
async function proposalOf({ context, step, links }: StepOn<'segment'>) {
  const infer = links.get(step.from)?.find(({ kind }) => kind === 'infer');
  if (infer === undefined) return null;
  const found = await context.db.read
    .selectFrom('infer')
    .innerJoin('series', 'series.id', 'infer.series_id')
    .innerJoin('ai_version', 'ai_version.id', 'infer.version_id')
    .innerJoin('ai_model', 'ai_model.id', 'ai_version.model_id')
    .innerJoin('structure', 'structure.id', 'ai_model.structure_id')
    .select(['series.uuid as series', 'ai_version.manifest', 'structure.slug', 'infer.labels_file_id as file'])
    .where('infer.id', '=', Number(infer.id))
    .where('infer.state', '=', 'done')
    .executeTakeFirst();
  if (found?.file == null) return null;
  const { classes } = ModelManifest.parse(JSON.parse(found.manifest));
  return { structure: found.slug, classes, series: found.series, file: found.file };
}
