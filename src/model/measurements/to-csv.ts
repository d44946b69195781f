import type { Measured, MeasuredValueName, PixelPoint } from '#contract/measurements.ts';
import { cellToCsv } from '#model/csv-cell.ts';
import type { ExportedMeasurement } from './exported-measurement.ts';
import { unitOf } from './measured.ts';

const COLUMNS = [
  ...['study', 'number', 'kind', 'text', 'value_name', 'value', 'unit', 'scale', 'author', 'created_utc', 'updated_utc'],
  ...['series', 'slice', 'sop_instance_uid', 'frame', 'points', 'uuid'],
];

/**
 * A row for each value, and one for each measurement without values. Slices and frames are counted from 1; points are columns and rows from the centre
 * of the first pixel. `label`: what the study is called where there is no patient. `seriesText`: what the series of a UUID is called.
 */
export function measurementsToCsv(
  label: string,
  measurements: readonly ExportedMeasurement[],
  seriesText: (uuid: string) => string,
): string {
  const rows = measurements.flatMap((each) =>
    valueCells(each.measured).map((cells) => [
      ...[label, each.number, each.kind, each.text, ...cells, each.user?.name, each.created_at, each.updated_at],
      ...[seriesText(each.series), each.slice + 1, each.sop, each.frame + 1, each.points.map(pointToText).join(' '), each.uuid],
    ]),
  );
  // The byte order mark tells a spreadsheet that it is UTF-8. Lines as in RFC 4180.
  return `\uFEFF${[COLUMNS, ...rows].map((cells) => `${cells.map(cellToCsv).join(',')}\r\n`).join('')}`;
}

/** Name, value, unit and scale; the last for lengths and areas, which differ by it. */
function valueCells(measured: Measured): (string | number | null)[][] {
  const values = Object.entries(measured.values) as [MeasuredValueName, number | undefined][];
  const cells = values
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value!, unitOf(name, measured), IN_LENGTHS.has(name) ? measured.scale : null]);
  return cells.length === 0 ? [[null, null, null, null]] : cells;
}

const IN_LENGTHS: ReadonlySet<MeasuredValueName> = new Set(['length', 'longAxis', 'shortAxis', 'area']);

const pointToText = ([column, row]: PixelPoint): string => `${column}:${row}`;
