import dicomParser, { type DataSet } from 'dicom-parser';
import { describe, expect, it } from 'vitest';
import type { ExportedMeasurement } from '#model/measurements/exported-measurement.ts';
import { unitCode } from './codes.ts';
import { writeSr, type Report, type ReportedImage } from './write-sr.ts';

const CT = '1.2.840.10008.5.1.4.1.1.2';
const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';
const IMAGE: ReportedImage = { seriesInstanceUid: '1.2.3', sopClassUid: CT, frames: 1, scale: { on: 'patient', spacing: [0.5, 2] } };

const made = (more: Partial<ExportedMeasurement>): ExportedMeasurement => ({
  ...{
    uuid: UUID,
    number: 1,
    series: 's',
    grid: 'g',
    slice: 38,
    sop: '1.2.3.4',
    frame: 0,
    kind: 'length',
    points: [
      [1, 2],
      [4.5, 6],
    ],
  },
  ...{ text: 'Größe', measured: { values: { length: 22.34 }, scale: 'patient', unit: null }, user: { name: 'I. Okafor' } },
  ...{ created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:05:05' },
  ...more,
});
const reportOf = (measurements: ExportedMeasurement[], imageOf: Report['imageOf'] = () => IMAGE): Report => ({
  study: {
    ...{ studyInstanceUid: '1.2', studyId: 'S1', accessionNumber: 'A1', date: '20260314', time: '101500', referringPhysician: '' },
    ...{ patientName: 'Müster^Eva', patientId: 'P1', patientBirthDate: '', patientSex: 'F' },
  },
  ...{ measurements, imageOf, series: UUID, instance: '00000000-0000-4000-8000-000000000001' },
  ...{ date: '20260315', time: '120000', softwareVersion: '0.1.0' },
});
const read = (measurements: ExportedMeasurement[], imageOf?: Report['imageOf']): DataSet =>
  dicomParser.parseDicom(writeSr(reportOf(measurements, imageOf))!.bytes);

const utf8 = (set: DataSet, tag: string): string => {
  const { dataOffset, length } = set.elements[tag]!;
  return new TextDecoder().decode(set.byteArray.subarray(dataOffset, dataOffset + length)).trimEnd();
};
const first = (set: DataSet, tag: string): DataSet | undefined => set.elements[tag]?.items?.[0]?.dataSet;
const codeOf = (set: DataSet | undefined): string => set?.string('x00080104') ?? '';

function valueOf(item: DataSet): string {
  switch (item.string('x0040a040')) {
    case 'CODE':
      return codeOf(first(item, 'x0040a168'));
    case 'TEXT':
      return utf8(item, 'x0040a160');
    case 'PNAME':
      return utf8(item, 'x0040a123');
    case 'UIDREF':
      return item.string('x0040a124')!;
    case 'NUM': {
      const value = first(item, 'x0040a300')!;
      return `${value.string('x0040a30a')} ${first(value, 'x004008ea')!.string('x00080100')} (${value.double('x0040a161')})`;
    }
    case 'IMAGE': {
      const image = first(item, 'x00081199')!;
      return [image.string('x00081155'), image.string('x00081160')].filter((each) => each !== undefined).join(' frame ');
    }
    case 'SCOORD': {
      const count = item.elements['x00700022']!.length / 4;
      return `${item.string('x00700023')} ${Array.from({ length: count }, (_, at) => item.float('x00700022', at)).join(' ')}`;
    }
    default:
      return '';
  }
}

/** The content as an indented text: relationship, name, value. */
function tree(item: DataSet, depth = 0): string[] {
  const template = first(item, 'x0040a504')?.string('x0040db00');
  const parts = [item.string('x0040a010'), codeOf(first(item, 'x0040a043')), valueOf(item), template && `TID ${template}`];
  const line = '  '.repeat(depth) + parts.filter(Boolean).join(' | ');
  const below = item.elements['x0040a730'];
  // Its type is 1C: present only with items.
  expect(below === undefined || (below.items?.length ?? 0) > 0).toBe(true);
  return [line, ...(below?.items ?? []).flatMap(({ dataSet }) => tree(dataSet!, depth + 1))];
}
/** What one measurement becomes, without observer, tracking and comment. */
const groupOf = (measurement: ExportedMeasurement, imageOf?: Report['imageOf']): string[] => {
  const lines = tree(read([measurement], imageOf)).map((line) => line.slice(4));
  const from = lines.findIndex((line) => line.startsWith('CONTAINS | Measurement Group'));
  return lines.slice(from).filter((line) => !/Observer|Tracking|Comment/.test(line));
};

describe('a structured report', () => {
  it('has the study of its images, and a group for each measurement [MEAS-16]', () => {
    const set = read([made({})]);
    expect([set.string('x00080016'), set.string('x00080060'), set.string('x0020000d')]).toEqual([
      '1.2.840.10008.5.1.4.1.1.88.34',
      'SR',
      '1.2',
    ]);
    expect([utf8(set, 'x00100010'), set.string('x00100020'), set.string('x00080005')]).toEqual(['Müster^Eva', 'P1', 'ISO_IR 192']);
    expect([set.string('x00080018'), set.string('x0020000e')]).toEqual([
      '2.25.302240678275694148452353',
      '2.25.15061730553023098394028124378968566845',
    ]);
    expect(tree(set)).toEqual([
      'Imaging Measurement Report | TID 1500',
      '  HAS CONCEPT MOD | Language of Content Item and Descendants | English',
      '  HAS OBS CONTEXT | Observer Type | Person',
      '  HAS OBS CONTEXT | Person Observer Name | I. Okafor',
      '  HAS CONCEPT MOD | Procedure reported | Imaging',
      '  CONTAINS | Image Library | TID 1600',
      '    CONTAINS | Image Library Group',
      '      CONTAINS | 1.2.3.4',
      '  CONTAINS | Imaging Measurements',
      '    CONTAINS | Measurement Group | TID 1501',
      '      HAS OBS CONTEXT | Observer Type | Person',
      '      HAS OBS CONTEXT | Person Observer Name | I. Okafor',
      '      HAS OBS CONTEXT | Tracking Identifier | Measurement 1',
      '      HAS OBS CONTEXT | Tracking Unique Identifier | 2.25.15061730553023098394028124378968566845',
      '      CONTAINS | Comment | Größe',
      '      CONTAINS | Length | 22.34 mm (22.34)',
      '        INFERRED FROM | POLYLINE 1.5 2.5 5 6.5',
      '          SELECTED FROM | 1.2.3.4',
    ]);
  });

  it('follows a lesion by its UID and its name, whatever measured it [LES-14]', () => {
    const lesion = { uuid: '00000000-0000-4000-8000-000000000002', number: 3, title: 'Hilum' };
    const lines = tree(read([made({ lesion })])).filter((line) => line.includes('Tracking'));
    expect(lines).toEqual([
      '      HAS OBS CONTEXT | Tracking Identifier | Lesion 3: Hilum',
      '      HAS OBS CONTEXT | Tracking Unique Identifier | 2.25.302240678275694148452354',
    ]);
  });

  it('names every instance once as evidence, by series [MEAS-16]', () => {
    const images = [made({}), made({ number: 2 }), made({ number: 3, sop: '1.2.3.5' }), made({ number: 4, series: 't', sop: '1.2.4.1' })];
    const set = read(images, ({ series }) => ({ ...IMAGE, seriesInstanceUid: series === 's' ? '1.2.3' : '1.2.4' }));
    const series = first(set, 'x0040a375')!.elements['x00081115']!.items!.map(({ dataSet }) => [
      dataSet!.string('x0020000e'),
      ...dataSet!.elements['x00081199']!.items!.map((each) => each.dataSet!.string('x00081155')),
    ]);
    expect(series).toEqual([
      ['1.2.3', '1.2.3.4', '1.2.3.5'],
      ['1.2.4', '1.2.4.1'],
    ]);
  });

  it('names the frame of an instance that has several [MEAS-16]', () => {
    const lines = tree(read([made({ frame: 4 })], () => ({ ...IMAGE, frames: 30 })));
    expect(lines.at(-1)?.trim()).toBe('SELECTED FROM | 1.2.3.4 frame 5');
  });

  it('leaves out what is on no DICOM image, and does not exist for that alone [MEAS-16]', () => {
    const [one, other] = [made({}), made({ number: 2, sop: '' })];
    const imageOf = ({ sop }: ExportedMeasurement) => (sop === '' ? null : IMAGE);
    expect(writeSr(reportOf([one, other], imageOf))?.left).toEqual([other]);
    expect(writeSr(reportOf([other], imageOf))).toBe(null);
  });
});

describe('in a structured report', () => {
  it('a region has its outline, and values of its pixels with their derivation [MEAS-16]', () => {
    const measured = {
      values: { area: 333.9, mean: 46.5, deviation: 19.5, lowest: -12, highest: 119 },
      scale: 'patient',
      unit: 'HU',
    } as const;
    const box: [number, number][] = [
      [10, 20],
      [14, 30],
    ];
    const values = [
      '  CONTAINS | Area | 333.9 mm2 (333.9)',
      "  CONTAINS | Attenuation Coefficient | 46.5 [hnsf'U] (46.5)",
      '    HAS CONCEPT MOD | Derivation | Mean',
      "  CONTAINS | Attenuation Coefficient | 19.5 [hnsf'U] (19.5)",
      '    HAS CONCEPT MOD | Derivation | Standard Deviation',
      "  CONTAINS | Attenuation Coefficient | -12 [hnsf'U] (-12)",
      '    HAS CONCEPT MOD | Derivation | Minimum',
      "  CONTAINS | Attenuation Coefficient | 119 [hnsf'U] (119)",
      '    HAS CONCEPT MOD | Derivation | Maximum',
    ];
    const outline = (kind: ExportedMeasurement['kind'], points: [number, number][]) => groupOf(made({ kind, points, measured }));
    const group = (graphic: string) => [
      'CONTAINS | Measurement Group | TID 1410',
      `  CONTAINS | Image Region | ${graphic}`,
      '    SELECTED FROM | 1.2.3.4',
      ...values,
    ];
    expect(outline('ellipse', box)).toEqual(group('ELLIPSE 12.5 20.5 12.5 30.5 10.5 25.5 14.5 25.5'));
    expect(
      outline('ellipse', [
        [0, 0],
        [9, 3],
      ])[1],
    ).toBe('  CONTAINS | Image Region | ELLIPSE 0.5 2 9.5 2 5 0.5 5 3.5');
    expect(outline('rectangle', box)).toEqual(group('POLYLINE 10.5 20.5 14.5 20.5 14.5 30.5 10.5 30.5 10.5 20.5'));
    expect(outline('freehand', [...box, [0, 0]])).toEqual(group('POLYLINE 10.5 20.5 14.5 30.5 0.5 0.5 10.5 20.5'));
  });

  it('the long axis is on the longer line, by the spacing of its pixels [MEAS-16]', () => {
    // 10 columns of 0.5 mm, and 4 rows of 2 mm.
    const points: [number, number][] = [
      [0, 2],
      [10, 2],
      [5, 0],
      [5, 4],
    ];
    const measured = { values: { longAxis: 8, shortAxis: 5 }, scale: 'patient', unit: null } as const;
    const expected = [
      'CONTAINS | Measurement Group | TID 1501',
      '  CONTAINS | Long Axis | 8 mm (8)',
      '    INFERRED FROM | POLYLINE 5.5 0.5 5.5 4.5',
      '      SELECTED FROM | 1.2.3.4',
      '  CONTAINS | Short Axis | 5 mm (5)',
      '    INFERRED FROM | POLYLINE 0.5 2.5 10.5 2.5',
      '      SELECTED FROM | 1.2.3.4',
    ];
    expect(groupOf(made({ kind: 'bidirectional', points, measured }))).toEqual(expected);
    expect(groupOf(made({ kind: 'bidirectional', points: [...points.slice(2), ...points.slice(0, 2)], measured }))).toEqual(expected);
  });

  it.each<[ExportedMeasurement['kind'], [number, number][], ExportedMeasurement['measured']['values'], string[]]>([
    [
      'angle',
      [
        [0, 0],
        [1, 1],
        [2, 0],
      ],
      { angle: 97 },
      ['CONTAINS | Angle | 97 deg (97)', '  INFERRED FROM | POLYLINE 0.5 0.5 1.5 1.5 2.5 0.5', '    SELECTED FROM | 1.2.3.4'],
    ],
    [
      'probe',
      [[3, 4]],
      { value: 7 },
      ['CONTAINS | Value of the pixels | 7 1 (7)', '  INFERRED FROM | POINT 3.5 4.5', '    SELECTED FROM | 1.2.3.4'],
    ],
    ['point', [[3, 4]], {}, ['CONTAINS | Image Region | POINT 3.5 4.5', '  SELECTED FROM | 1.2.3.4']],
    [
      'arrow',
      [
        [3, 4],
        [9, 9],
      ],
      {},
      ['CONTAINS | Image Region | POLYLINE 3.5 4.5 9.5 9.5', '  SELECTED FROM | 1.2.3.4'],
    ],
    [
      'box',
      [
        [0, 0],
        [2, 1],
      ],
      {},
      ['CONTAINS | Image Region | POLYLINE 0.5 0.5 2.5 0.5 2.5 1.5 0.5 1.5 0.5 0.5', '  SELECTED FROM | 1.2.3.4'],
    ],
    ['key-image', [], {}, ['CONTAINS | Source | 1.2.3.4']],
  ])('a measurement of the kind %s has what it shows [MEAS-16]', (kind, points, values, expected) => {
    const group = groupOf(made({ kind, points, measured: { values, scale: 'patient', unit: null } }));
    expect(group).toEqual(['CONTAINS | Measurement Group | TID 1501', ...expected.map((line) => `  ${line}`)]);
  });

  it('lengths on a detector say so [MEAS-16]', () => {
    const group = groupOf(made({ measured: { values: { length: 22.34 }, scale: 'detector', unit: null } }));
    expect(group.slice(1, 3)).toEqual([
      '  CONTAINS | Length | 22.34 mm (22.34)',
      '    HAS CONCEPT MOD | Measurement Method | On the detector',
    ]);
    const angle = made({
      kind: 'angle',
      points: [
        [0, 0],
        [1, 1],
        [2, 0],
      ],
      measured: { values: { angle: 97 }, scale: 'detector', unit: null },
    });
    expect(groupOf(angle).join()).not.toContain('On the detector');
  });

  it('what waits for its number is tracked by its UUID, and nobody is named whose account is gone', () => {
    const lines = tree(read([made({ number: null, user: null, text: '' })]));
    expect(lines.filter((line) => /Observer|Comment/.test(line))).toEqual([]);
    expect(lines.find((line) => line.includes('Tracking Identifier'))).toContain(UUID);
  });

  it('units are UCUM codes, and other names are annotations if they fit', () => {
    expect(['HU', 'mm2', 'px2', 'g/ml', 'BQML', 'a{b}\\c', 'a unit with a long name', '', null].map((unit) => unitCode(unit)[0])).toEqual([
      ...["[hnsf'U]", 'mm2', '{pixels2}', 'g/ml', '{BQML}', '{abc}', '1', '1', '1'],
    ]);
  });
});
