import type { LayoutContent, SeriesOfLayout } from '#contract/layouts.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { nearestPlane, type Orientation } from '#model/pictures/geometry.ts';

/** What a layout knows of a series. */
export type Described = Pick<Series, 'uuid' | 'modalityCode' | 'acquisition_code' | 'seriesDescription' | 'ref_serie' | 'reading'>;

/** The series that can be shown: of the study, and of each earlier study of the same patient, the latest first. */
export interface SeriesAtHand<S extends Described = Described> {
  study: readonly S[];
  earlier: readonly (readonly S[])[];
}

/** The description of a series for a layout. The acquisition says what it is; without one, the description from its header does. */
export function describeSeries(series: Described, study: SeriesOfLayout['study']): SeriesOfLayout {
  const acquisition = acquisitionOf(series);
  return {
    ...{ study, modality: series.modalityCode, acquisition, plane: planeOf(series) },
    description: acquisition === null ? series.seriesDescription.slice(0, LIMITS.layoutDescriptionChars) : '',
  };
}

/** For each series that a layout describes the one that fits best, each once; null where none fits. */
export function seriesOfLayout<S extends Described>({ series }: Pick<LayoutContent, 'series'>, at: SeriesAtHand<S>): (S | null)[] {
  const used = new Set<string>();
  return series.map((described) => {
    const studies = described.study === 'this' ? [at.study] : at.earlier;
    for (const study of studies) {
      const fitting = study.filter((one) => !used.has(one.uuid) && fits(one, described));
      const best = fitting.toSorted((a, b) => rankOf(b, described) - rankOf(a, described))[0];
      if (best === undefined) continue;
      used.add(best.uuid);
      return best;
    }
    return null;
  });
}

/** Made for such studies: of this modality and body part. */
export function isFor(layout: Pick<LayoutContent, 'modality' | 'bodyPart'>, study: Pick<StudyDetail, 'modality' | 'bodyPart'>): boolean {
  return layout.modality === study.modality && (layout.bodyPart === null || layout.bodyPart.slug === study.bodyPart?.slug);
}

type Candidate = LayoutContent & { uuid: string; of_team: boolean; updated_at: string | null };

/**
 * The layout that a study opens in: one that is made for it and whose series are all there. Own ones come before those of the team, then those for its
 * body part, then those with more acquisitions, then the one that was saved last. Null: none.
 */
export function bestLayout<L extends Candidate>(
  layouts: readonly L[],
  study: Pick<StudyDetail, 'modality' | 'bodyPart'>,
  at: SeriesAtHand,
): L | null {
  const fitting = layouts.filter(
    (layout) => layout.series.length > 0 && isFor(layout, study) && !seriesOfLayout(layout, at).includes(null),
  );
  return fitting.toSorted(compare)[0] ?? null;
}

function compare(a: Candidate, b: Candidate): number {
  return (
    Number(a.of_team) - Number(b.of_team) ||
    Number(b.bodyPart !== null) - Number(a.bodyPart !== null) ||
    acquisitionsOf(b) - acquisitionsOf(a) ||
    (b.updated_at ?? NOT_SENT).localeCompare(a.updated_at ?? NOT_SENT)
  );
}

/** Later than every date. */
const NOT_SENT = '~';

const acquisitionsOf = ({ series }: LayoutContent): number => series.filter(({ acquisition }) => acquisition !== null).length;

function fits(series: Described, { modality, acquisition, plane, description }: SeriesOfLayout): boolean {
  if (series.modalityCode !== modality) return false;
  const own = planeOf(series);
  if (plane !== null && own !== null && plane !== own) return false;
  return acquisition === null ? isSameText(series.seriesDescription, description) : acquisitionOf(series) === acquisition;
}

/** In the plane of the layout before one of unknown plane, the reference series before others. */
function rankOf(series: Described, { plane }: SeriesOfLayout): number {
  return (plane !== null && planeOf(series) === plane ? 2 : 0) + (series.ref_serie ? 1 : 0);
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function acquisitionOf({ acquisition_code }: Described): SeriesOfLayout['acquisition'] {
  return acquisition_code === 'NONE' ? null : acquisition_code;
}

function planeOf({ reading }: Described): SeriesOfLayout['plane'] {
  const orientation = reading?.facts?.isOneOrientation ? reading.facts.imageOrientationPatient : null;
  return orientation ? nearestPlane(orientation as unknown as Orientation) : null;
}
