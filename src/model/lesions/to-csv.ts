import type { Response } from '#contract/lesions.ts';
import { cellToCsv } from '#model/csv-cell.ts';
import type { FollowUpTable } from './follow-up-table.ts';

const COLUMNS = [
  ...['row', 'lesion', 'title', 'kind', 'organ', 'node', 'study', 'study_date', 'diameter_mm', 'state', 'not_measured'],
  ...['change_since_prior_percent', 'response', 'slice', 'measurement_uuid', 'lesion_uuid'],
];

/**
 * A row for each lesion and study, one for each sum, and those of the response of the study that is read: the sums that it is compared with, what RECIST 1.1
 * gives, what a reader has decided (`response`; null: nobody has), and which study is the baseline. Slices are counted from 1.
 */
export function followUpToCsv(table: FollowUpTable, response: Response | null): string {
  const { columns, targets, nonTargets, news, sums, sinceBaseline, sinceSmallest, suggested } = table;
  const studyOf = (at: number) => [columns[at]!.id, columns[at]!.studyDate];
  const last = columns.length - 1;
  const lesions = [...targets, ...nonTargets, ...news].flatMap(({ lesion, cells, sincePrior }) =>
    cells.map(({ mm, state, why, measurement }, at) => [
      ...['lesion', lesion.number, lesion.title, lesion.kind, lesion.organ, lesion.node ? 'yes' : 'no', ...studyOf(at)],
      ...[mm === null ? null : mm.toFixed(1), state, why === 'nothing' || mm !== null ? why : state === null ? why : null],
      ...[at === last ? sincePrior : null, null, measurement === null ? null : measurement.slice + 1, measurement?.uuid, lesion.uuid],
    ]),
  );
  const blank = (count: number) => Array<null>(count).fill(null);
  const ofSums = sums.map((sum, at) => ['sum', ...blank(5), ...studyOf(at), sum?.toFixed(1), ...blank(7)]);
  const ofStudy = (row: string, percent: number | null, decided: Response | null) => [
    ...[row, ...blank(5), ...studyOf(last), ...blank(3), percent, decided, ...blank(3)],
  ];
  const rows = [
    ...lesions,
    ...ofSums,
    ...(table.baseline === null ? [] : [['baseline', ...blank(5), ...studyOf(table.baseline), ...blank(8)]]),
    ofStudy('since_smallest_sum', sinceSmallest, null),
    ofStudy('since_baseline', sinceBaseline, null),
    ofStudy('recist_1.1', null, suggested),
    ofStudy('decided', null, response),
  ];
  // The byte order mark tells a spreadsheet that it is UTF-8. Lines as in RFC 4180.
  return `\uFEFF${[COLUMNS, ...rows].map((cells) => `${cells.map(cellToCsv).join(',')}\r\n`).join('')}`;
}
