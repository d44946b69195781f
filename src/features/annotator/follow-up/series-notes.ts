import type { Series } from '#contract/study-detail.ts';
import { t } from '#language/t.ts';
import type { FollowUpTable } from '#model/lesions/follow-up-table.ts';

import { formatStudyDate } from '#ui/format.ts';
import { formatFigure } from '#language/numbers.ts';

type Known = Pick<Series, 'uuid' | 'sliceThickness'> & { reading: Pick<NonNullable<Series['reading']>, 'facts'> | null };

/** (0028,2110): PS3.3 C.7.6.1.1.5. */
const LOSSY = '(0028,2110)';

export const isLossySeries = ({ reading }: Known): boolean =>
  reading?.facts?.tags.some(({ code, value }) => code === LOSSY && value.trim() === '01') === true;

/** mm that two slices may differ in before it is said. */
const SAME_THICKNESS_MM = 0.1;

/** What of the images makes a comparison with the prior less certain. Of series that are not known here, nothing is said. */
export function seriesNotes({ columns, targets }: FollowUpTable, seriesOf: (uuid: string) => Known | null): string[] {
  const [before, now] = [columns.at(-2), columns.at(-1)];
  if (before === undefined || now === undefined) return [];
  const measuredIn = (at: number): Known[] =>
    targets.flatMap(({ cells }) => {
      const measurement = cells.at(at)?.measurement ?? null;
      return (measurement === null ? null : seriesOf(measurement.series)) ?? [];
    });
  const [old, current] = [measuredIn(-2), measuredIn(-1)];
  const other = targets.flatMap(({ cells }) => {
    const [one, two] = [-2, -1].map((at) => {
      const series = cells.at(at)?.measurement?.series;
      return (series === undefined ? null : seriesOf(series))?.sliceThickness ?? null;
    });
    return one == null || two == null || Math.abs(one - two) <= SAME_THICKNESS_MM ? [] : [{ one, two }];
  })[0];
  return [
    old.some(isLossySeries) && t('The prior is lossy. Measure it again on the original before you rely on a small change.'),
    current.some(isLossySeries) && t('This study is lossy. Measure it again on the original before you rely on a small change.'),
    other !== undefined &&
      t('Slices differ in thickness: {one} mm on {date}, {two} mm now. A small change may be that of the slices.', {
        one: formatFigure(other.one),
        date: formatStudyDate(before.studyDate),
        two: formatFigure(other.two),
      }),
  ].filter((note) => note !== false);
}
