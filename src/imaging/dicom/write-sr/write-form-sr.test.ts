import dicomParser, { type DataSet } from 'dicom-parser';
import { expect, it } from 'vitest';
import type { FormDefinition, FormItem } from '#contract/forms.ts';
import { writeFormSr, type FormReport } from './write-form-sr.ts';

const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';
const common = { hint: '', code: null, required: true, shownWhen: null } as const;
const DEFINITION: FormDefinition = {
  sections: [
    {
      ...{ scope: 'study', title: 'S' },
      fields: [
        {
          ...{ ...common, key: 'quality', label: 'Image quality', kind: 'choice', several: true, rule: null },
          options: [
            { key: 'good', text: 'Good', code: { scheme: 'SCT', value: '20572008', meaning: 'Good' } },
            { key: 'noise', text: 'Noise', code: null },
          ],
        },
        { ...common, key: 'psa', label: 'PSA', kind: 'number', unit: 'ng/ml', min: 0, max: null, decimals: 1 },
        { ...common, key: 'day', label: 'Day', kind: 'date' },
        { ...common, key: 'why', label: 'Why', kind: 'text', shownWhen: { field: 'quality', option: 'noise' } },
      ],
    },
    {
      ...{ scope: 'lesion', title: 'L' },
      fields: [
        {
          ...{ ...common, key: 'longest', label: 'Longest', kind: 'number', unit: 'mm', min: 0, max: null, decimals: 1 },
          code: { scheme: 'SCT', value: '103339001', meaning: 'Long Axis' },
        },
        { ...common, key: 'sector', label: 'Sector', kind: 'code', codes: [] },
      ],
    },
  ],
};
const sector = { kind: 'code' as const, code: { scheme: '99LIGHTSHIP', value: 'mid-r', meaning: 'Mid right' } };
const item = (number: number, more: Partial<FormItem> = {}): FormItem => ({
  ...{ uuid: UUID, scope: 'lesion', number, place: null, values: { sector }, sources: {} },
  ...more,
});
const place = (point: [number, number] | null) => ({ series: 's', slice: { grid: 'g', number: 3, sop: '1.2.3.4', frame: 0, point } });

function read(answer: Partial<FormReport['answer']>): DataSet {
  return dicomParser.parseDicom(
    writeFormSr({
      study: {
        ...{ studyInstanceUid: '1.2', studyId: 'S1', accessionNumber: 'A1', date: '20260314', time: '101500', referringPhysician: '' },
        ...{ patientName: 'Müster^Eva', patientId: 'P1', patientBirthDate: '', patientSex: 'F' },
      },
      version: { title: 'Prostate', definition: DEFINITION },
      answer: { uuid: UUID, user: { name: 'I. Okafor' }, state: 'complete', values: {}, sources: {}, items: [], ...answer },
      imageOf: ({ place }) => (place === null ? null : { seriesInstanceUid: '1.2.3', sopClassUid: '1.2.840.10008.5.1.4.1.1.4', frames: 1 }),
      ...{ series: UUID, instance: UUID, date: '20260315', time: '120000', softwareVersion: '1' },
    }),
  );
}

const below = (set: DataSet): DataSet[] => set.elements['x0040a730']?.items?.map(({ dataSet }) => dataSet!) ?? [];
const code = (set: DataSet, tag: string): string => {
  const of = set.elements[tag]?.items?.[0]?.dataSet;
  return of === undefined ? '' : `${of.string('x00080102')}:${of.string('x00080100')}`;
};
/** A line for each item, indented by its depth. */
function tree(set: DataSet, depth = 0): string[] {
  return below(set).flatMap((each) => {
    const kind = each.string('x0040a040')!;
    const measured = each.elements['x0040a300']?.items?.[0]?.dataSet;
    const value =
      measured === undefined
        ? (each.string('x0040a160') ?? each.string('x0040a121') ?? each.string('x0040a124') ?? code(each, 'x0040a168'))
        : `${measured.string('x0040a30a')} ${code(measured, 'x004008ea')}`;
    return [`${' '.repeat(depth)}${kind} ${code(each, 'x0040a043')} ${value}`.trimEnd(), ...tree(each, depth + 1)];
  });
}
const linesUnder = (set: DataSet, of: string): string[] => {
  const lines = tree(set);
  const at = lines.findIndex((line) => line === of);
  const end = lines.findIndex((line, index) => index > at && !line.startsWith(' '));
  return lines.slice(at + 1, end < 0 ? undefined : end);
};

it('values of the study are qualitative evaluations with codes; what is not shown is left out [FORM-23]', () => {
  const set = read({
    values: {
      quality: { kind: 'choice', options: ['good'] },
      ...{ day: { kind: 'date', day: '2026-01-02' }, why: { kind: 'text', text: 'hidden' } },
      psa: { kind: 'number', number: 4.5 },
    },
  });
  expect([set.string('x0040a491'), set.string('x00080016')]).toEqual(['COMPLETE', '1.2.840.10008.5.1.4.1.1.88.34']);
  expect(linesUnder(set, 'CONTAINER UMLS:C0034375')).toEqual([' CODE 99LIGHTSHIP:quality SCT:20572008', ' DATE 99LIGHTSHIP:day 20260102']);
  expect(linesUnder(set, 'CONTAINER DCM:126010').at(-1)).toBe('  NUM 99LIGHTSHIP:psa 4.5 UCUM:ng/ml');
  expect([set.elements['x0040a375'], tree(set).some((line) => line.includes('111028'))]).toEqual([undefined, false]);
});

it('each option of several is a code, and a text that is shown is a text [FORM-23]', () => {
  const set = read({ values: { quality: { kind: 'choice', options: ['good', 'noise'] }, why: { kind: 'text', text: 'Motion' } } });
  expect(linesUnder(set, 'CONTAINER UMLS:C0034375')).toEqual([
    ' CODE 99LIGHTSHIP:quality SCT:20572008',
    ' CODE 99LIGHTSHIP:quality 99LIGHTSHIP:noise',
    ' TEXT 99LIGHTSHIP:why Motion',
  ]);
});

it('each lesion is a measurement group with its place on an image, which is evidence [FORM-23]', () => {
  const longest = { kind: 'number' as const, number: 8.5 };
  const items = [item(1, { place: place([4, 5.5]), values: { longest, sector } }), item(2, { place: place(null) }), item(3)];
  const set = read({ state: 'draft', items });
  expect(set.string('x0040a491')).toBe('PARTIAL');
  const uid = `2.25.${BigInt(`0x${UUID.replaceAll('-', '')}`)}`;
  const head = (number: number) => [` CONTAINER DCM:125007`, `  TEXT DCM:112039 Lesion ${number}`, `  UIDREF DCM:112040 ${uid}`];
  expect(linesUnder(set, 'CONTAINER DCM:126010')).toEqual([
    ...[...head(1), '  SCOORD DCM:111030', '   IMAGE', '  NUM SCT:103339001 8.5 UCUM:mm', '  CODE 99LIGHTSHIP:sector 99LIGHTSHIP:mid-r'],
    ...[...head(2), '  IMAGE SCT:260753009', '  CODE 99LIGHTSHIP:sector 99LIGHTSHIP:mid-r'],
    ...[...head(3), '  CODE 99LIGHTSHIP:sector 99LIGHTSHIP:mid-r'],
  ]);
  expect(linesUnder(set, 'CONTAINER DCM:111028')).toEqual([' CONTAINER DCM:126200', '  IMAGE']);
  expect(set.elements['x0040a375']?.items).toHaveLength(1);
});
