import { expect, it } from 'vitest';
import type { ExportedMeasurement } from './exported-measurement.ts';
import { measurementsToCsv } from './to-csv.ts';

const made = (more: Partial<ExportedMeasurement>): ExportedMeasurement => ({
  ...{
    uuid: 'u',
    number: 1,
    series: 's',
    grid: 'g',
    slice: 38,
    sop: '1.2.3',
    frame: 0,
    kind: 'length',
    points: [
      [1, 2],
      [4.5, -6],
    ],
  },
  ...{ text: 'Aorta', measured: { values: { length: 22.34 }, scale: 'detector', unit: null }, user: { name: 'I. Okafor' } },
  ...{ created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:05:05' },
  ...more,
});
const lines = (...measurements: ExportedMeasurement[]) =>
  measurementsToCsv('Study 5208', measurements, (uuid) => `Series ${uuid}`).split('\r\n');

it('has a row for each value, with its unit in a column of its own [MEAS-15]', () => {
  const ellipse = { area: 333.9, mean: 46.62, deviation: 19.48, lowest: -12, highest: 119 };
  expect(lines(made({}), made({ number: 2, kind: 'ellipse', measured: { values: ellipse, scale: 'patient', unit: 'HU' } }))).toEqual([
    '\uFEFFstudy,number,kind,text,value_name,value,unit,scale,author,created_utc,updated_utc,series,slice,sop_instance_uid,frame,points,uuid',
    ...[
      '1,length,Aorta,length,22.34,mm,detector',
      '2,ellipse,Aorta,area,333.9,mm2,patient',
      '2,ellipse,Aorta,mean,46.62,HU,',
      '2,ellipse,Aorta,deviation,19.48,HU,',
      '2,ellipse,Aorta,lowest,-12,HU,',
      '2,ellipse,Aorta,highest,119,HU,',
    ].map((cells) => `Study 5208,${cells},I. Okafor,2026-01-02 03:04:05,2026-01-02 03:05:05,Series s,39,1.2.3,1,1:2 4.5:-6,u`),
    '',
  ]);
});

it('has one row for a mark without values, and for what waits [MEAS-15]', () => {
  const mark = made({
    ...{ kind: 'key-image', points: [], text: '', number: null, user: null, created_at: null, updated_at: null },
    measured: { values: {}, scale: 'pixels', unit: null },
  });
  expect(lines(mark)[1]).toBe('Study 5208,,key-image,,,,,,,,,Series s,39,1.2.3,1,,u');
  expect(lines()).toHaveLength(2);
});

it('gives a spreadsheet no formula, whatever somebody wrote', () => {
  expect(lines(made({ text: '=HYPERLINK("http://x")' }))[1]).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(lines(made({ text: 'a, b\nc' }))[1]).toContain('"a, b\nc"');
});
