import { dateToWire } from '#contract/dates.ts';
import type { DatasetPlan, NotInVersion, VersionChoice, VersionClass } from '#contract/dataset-versions.ts';
import { mayShowFace } from '#model/datasets/may-show-face.ts';
import { PARTS, type Part } from '#model/datasets/parts.ts';
import { classesOf } from '#model/datasets/version-classes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { assertSeesStudies, requireDataset } from '#server/rules/datasets/datasets.ts';
import { KnownVolumes, type PlacedVolume } from './known-volumes.ts';
import { chosenOf, factsOf, type CandidateFacts, type SeriesFacts, type StudyFacts } from './version-facts.ts';

/** A study as it would be in a version. */
export interface PlannedCase {
  study: StudyFacts;
  part: Part;
  segmentation: CandidateFacts;
  segments: { segment: string; value: number }[];
  /** The series that was drawn on first. */
  images: { series: SeriesFacts; volume: PlacedVolume; isResampled: boolean }[];
  face: boolean;
}

export interface Plan {
  classes: VersionClass[];
  studies: { study: StudyFacts; chosen: CandidateFacts | null; planned: PlannedCase | NotInVersion }[];
}

/** PCALL-141. */
export async function planDatasetVersion(context: ServerContext, caller: Member, id: number, choice: VersionChoice): Promise<DatasetPlan> {
  assertMayFreeze(caller);
  const dataset = await requireDataset(context.db.read, caller, id);
  const facts = await factsOf(context.db.read, caller, dataset);
  const known = new KnownVolumes();
  await learn(context, known, facts, choice);
  return toDatasetPlan(facts, planOf(facts, choice, known)!);
}

/** Images and masks are those of studies, which need rights of their own. */
export function assertMayFreeze(caller: Member): void {
  assertSeesStudies(caller);
  if (!caller.permissions.has('r:studies:detail')) throw new Refusal('not_allowed');
}

/** Reads where the voxels of what could be chosen are. */
export async function learn(
  context: ServerContext,
  known: KnownVolumes,
  facts: readonly StudyFacts[],
  choice: VersionChoice,
): Promise<void> {
  const wanted = facts.flatMap((study) => {
    const chosen = chosenOf(study, choice);
    return typeof chosen === 'string' ? [] : [{ chosen, series: seriesInUse(study, chosen, choice) }];
  });
  await known.learn(context, {
    volumes: wanted.flatMap(({ series }) => series.flatMap(({ volumes }) => volumes)),
    grids: wanted.flatMap(({ chosen, series }) => gridsOf(chosen, series)),
  });
}

/** What becomes of each study. Null: something is not known yet, because it has changed since. */
export function planOf(facts: readonly StudyFacts[], choice: VersionChoice, known: KnownVolumes): Plan | null {
  const chosen = facts.map((study) => chosenOf(study, choice));
  const { classes, valuesOf } = classesOf(chosen.flatMap((each) => (typeof each === 'string' ? [] : [each.segments])));
  const studies: Plan['studies'] = [];
  for (const [at, study] of facts.entries()) {
    const segmentation = chosen[at]!;
    if (typeof segmentation === 'string') {
      const why = study.part === null ? 'no-part' : segmentation === 'none' ? 'no-mask' : 'several';
      studies.push({ study, chosen: null, planned: why });
      continue;
    }
    const series = seriesInUse(study, segmentation, choice);
    const volumes = series.flatMap((each) => each.volumes);
    if (!known.has(volumes, gridsOf(segmentation, series))) return null;
    studies.push({
      study,
      chosen: segmentation,
      planned: plannedCase(study, segmentation, valuesOf(segmentation.segments), choice, known),
    });
  }
  return { classes, studies };
}

function plannedCase(
  study: StudyFacts,
  segmentation: CandidateFacts,
  segments: PlannedCase['segments'] | null,
  choice: VersionChoice,
  known: KnownVolumes,
): PlannedCase | NotInVersion {
  if (study.part === null) return 'no-part';
  if (segments === null) return 'other-segments';
  const series = study.series.find(({ id }) => id === segmentation.seriesId);
  if (series === undefined || series.gridHash !== segmentation.gridHash) return 'other-grid';
  if (!series.isConverted) return 'not-converted';
  const volume = known.onGrid(series.volumes, { seriesId: series.id, hash: segmentation.gridHash });
  if (volume === 'none') return 'no-volume';
  if (volume === 'tilted') return 'tilted';
  const images: PlannedCase['images'] = [{ series, volume, isResampled: false }];
  for (const channel of choice.channels) {
    const further = seriesOfChannel(study, segmentation, channel).filter(({ isConverted }) => isConverted);
    if (further.length === 0) return 'no-channel';
    const found = further.flatMap((each) => {
      const alike = known.alike(each.volumes, volume);
      return alike === null ? [] : [{ series: each, volume: alike, isResampled: false }];
    })[0];
    const other = found ?? toResample(further, { segmentation, volume }, known);
    if (other === null) return 'channel-grid';
    images.push(other);
  }
  const face = images.some((image) => mayShowFace({ bodyPart: study.bodyPart, modality: image.series.modality || study.modality }));
  return { study, part: study.part, segmentation, segments, images, face };
}

/** The first series in the frame of reference of what was drawn on that lies where the volume is. */
function toResample(
  further: readonly SeriesFacts[],
  { segmentation: { seriesId, gridHash }, volume }: { segmentation: CandidateFacts; volume: PlacedVolume },
  known: KnownVolumes,
): PlannedCase['images'][number] | null {
  for (const series of further) {
    if (series.gridHash === null) continue;
    if (!known.inOneFrame({ seriesId, hash: gridHash }, { seriesId: series.id, hash: series.gridHash })) continue;
    const other = known.overlapping(series.volumes, volume);
    if (other !== null) return { series, volume: other, isResampled: true };
  }
  return null;
}

/** Of what was drawn on, and of the series in use as they were read last. */
const gridsOf = ({ seriesId, gridHash }: CandidateFacts, series: readonly SeriesFacts[]): { seriesId: number; hash: string }[] => [
  { seriesId, hash: gridHash },
  ...series.flatMap((each) => (each.gridHash === null ? [] : [{ seriesId: each.id, hash: each.gridHash }])),
];

function seriesInUse(study: StudyFacts, segmentation: CandidateFacts, { channels }: VersionChoice): SeriesFacts[] {
  const own = study.series.filter(({ id }) => id === segmentation.seriesId);
  return [...own, ...channels.flatMap((channel) => seriesOfChannel(study, segmentation, channel))];
}

/** In the order of their acquisition. */
const seriesOfChannel = (study: StudyFacts, { seriesId }: CandidateFacts, channel: string): SeriesFacts[] =>
  study.series.filter(({ id, acquisition }) => acquisition === channel && id !== seriesId);

export const isPlanned = (planned: PlannedCase | NotInVersion): planned is PlannedCase => typeof planned !== 'string';

function toDatasetPlan(facts: readonly StudyFacts[], { classes, studies }: Plan): DatasetPlan {
  const cases = studies.flatMap(({ planned }) => (isPlanned(planned) ? [planned] : []));
  const people = new Map(
    facts.flatMap(({ candidates }) => candidates.flatMap(({ user }) => (user === null ? [] : [[user.id, user] as const]))),
  );
  const drawnOn = new Set(facts.flatMap(({ candidates }) => candidates.map(({ seriesId }) => seriesId)));
  const acquisitions = facts.flatMap(({ series }) => series.filter(({ id }) => !drawnOn.has(id)).map(({ acquisition }) => acquisition));
  return {
    studies: studies
      .map(({ study, chosen, planned }) => ({
        ...{ uuid: study.uuid, patientName: study.patientName, studyDate: study.studyDate, modality: study.modality, part: study.part },
        why: isPlanned(planned) ? null : planned,
        candidates: study.candidates.map(({ uuid, user, updatedAt, number, segments }) => ({
          ...{ uuid, user, updated_at: dateToWire(new Date(updatedAt)), number },
          segments: segments.map(({ title }) => title),
        })),
        segmentation: chosen?.uuid ?? null,
      }))
      .toSorted((a, b) => Number(a.why === null) - Number(b.why === null)),
    classes,
    parts: countParts(cases.map(({ part, study }) => ({ part, patient: study.patient }))),
    people: [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id),
    acquisitions: [...new Set(acquisitions)].filter((code) => code !== null && code !== 'NONE').toSorted() as DatasetPlan['acquisitions'],
    faces: cases.filter(({ face }) => face).length,
  };
}

export function countParts(cases: readonly { part: Part; patient: string }[]): DatasetPlan['parts'] {
  const of = (part: Part) => {
    const own = cases.filter((each) => each.part === part);
    return { patients: new Set(own.map(({ patient }) => patient)).size, studies: own.length };
  };
  return Object.fromEntries(PARTS.map((part) => [part, of(part)])) as unknown as DatasetPlan['parts'];
}
