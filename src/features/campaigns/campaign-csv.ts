import type { Agreement, Campaign } from '#contract/campaigns.ts';
import { cellToCsv } from '#model/csv-cell.ts';
import type { ShownAgreement } from './agreement/shown-agreement.ts';

type Cell = string | number | null | undefined;

/** A row for each read. Studies are named by their UUID, never by a patient; times are seconds and UTC. */
export function readsToCsv({ cases, readers, all_reads: reads }: Pick<Campaign, 'cases' | 'readers' | 'all_reads'>): string {
  const caseOf = new Map(cases.map((each) => [each.number, each]));
  const readerOf = new Map(readers.map((each) => [each.number, each]));
  const head = ['case', 'study', 'known_case', 'reader', 'reader_name', 'hidden_repeat', 'state', 'skipped', 'seconds', 'finished_utc'];
  return toCsv([
    head,
    ...reads.map((read): Cell[] => {
      const of = caseOf.get(read.case);
      return [
        ...[read.case, of?.study, yesOrNo(of?.known ?? false), read.reader, readerOf.get(read.reader)?.user?.name],
        ...[yesOrNo(read.repeat), read.state, read.skipped, Math.round(read.spent_ms / 1_000), read.finished_at],
      ];
    }),
  ]);
}

/** A row for each figure. `days` of the charts are rows of their own, with the day in the first column. */
export function agreementToCsv({ fields, masks }: Pick<ShownAgreement, 'fields' | 'masks'>): string {
  const head = ['day', 'of', 'measure', 'title', 'value', 'low_95', 'high_95', 'cases'];
  const figure = (of: string, measure: string, title: string, { value, interval, cases }: Agreement['masks'][number]['same']): Cell[] => [
    ...[null, of, measure, title, value, interval?.[0], interval?.[1], cases],
  ];
  const days = (measure: string, title: string, each: Agreement['masks'][number]['days']): Cell[][] =>
    each.flatMap(({ day, between, same }) => [
      ...(between === null ? [] : [[day, 'between readers', measure, title, between]]),
      ...(same === null ? [] : [[day, 'same reader', measure, title, same]]),
    ]);
  return toCsv([
    head,
    ...fields.flatMap(({ title, between, weighted, same, known, days: each }) => [
      figure('between readers', 'kappa', title, between),
      ...(weighted === null ? [] : [figure('between readers', 'weighted kappa', title, weighted)]),
      figure('same reader', 'kappa', title, same),
      ...known.map(({ reader, cases, right }): Cell[] => [
        ...[null, `reader ${reader}`, 'share of known cases', title, cases === 0 ? null : right / cases, null, null, cases],
      ]),
      ...days('kappa', title, each),
    ]),
    ...masks.flatMap(({ title, between, same, known, days: each }) => [
      figure('between readers', 'mean Dice', title, between),
      figure('same reader', 'mean Dice', title, same),
      ...known.map(({ reader, value, cases }): Cell[] => [
        ...[null, `reader ${reader}`, 'mean Dice with known cases', title, value, null, null, cases],
      ]),
      ...days('mean Dice', title, each),
    ]),
  ]);
}

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

/** All rows have the columns of the first. The byte order mark tells a spreadsheet that it is UTF-8. Lines as in RFC 4180. */
function toCsv([head, ...rows]: readonly [readonly string[], ...(readonly Cell[])[]]): string {
  const filled = rows.map((row) => head.map((_, at) => row[at]));
  return `\uFEFF${[head, ...filled].map((cells) => `${cells.map(cellToCsv).join(',')}\r\n`).join('')}`;
}
