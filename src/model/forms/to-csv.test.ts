import { expect, it } from 'vitest';
import type { FormVersion } from '#contract/forms.ts';
import { answersToCsv, type ExportedAnswer } from './to-csv.ts';

const common = { hint: '', code: null, required: true, shownWhen: null } as const;
const VERSION: FormVersion = {
  ...{ form: 'f', number: 1, title: 'Prostate' },
  definition: {
    sections: [
      {
        ...{ scope: 'study', title: 'S' },
        fields: [
          {
            ...{ ...common, key: 'quality', label: 'Quality', kind: 'choice', several: true, rule: null },
            options: [
              { key: 'good', text: 'Good', code: { scheme: 'SCT', value: '20572008', meaning: 'Good' } },
              { key: 'poor', text: 'Poor', code: null },
            ],
          },
          { ...common, key: 'why', label: 'Why', kind: 'text', shownWhen: { field: 'quality', option: 'poor' } },
        ],
      },
      {
        ...{ scope: 'lesion', title: 'L' },
        fields: [{ ...common, key: 'longest', label: 'Longest', kind: 'number', unit: 'mm', min: 0, max: null, decimals: 1 }],
      },
    ],
  },
};
const answer = (more: Partial<ExportedAnswer> = {}): ExportedAnswer => ({
  ...{ uuid: 'a', form: 'f', number: 1, read: null, user: { name: '=Eva' }, state: 'complete', sources: {}, items: [] },
  ...{ created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:05:05' },
  values: { quality: { kind: 'choice', options: ['good', 'poor'] }, why: { kind: 'text', text: '=HYPERLINK("x")' } },
  ...more,
});
const lines = (...answers: ExportedAnswer[]) => {
  const text = answersToCsv(
    answers.map((each) => ({ study: 'Study 12', answer: each })),
    [VERSION],
  );
  expect(text.startsWith('\uFEFF') && text.endsWith('\r\n')).toBe(true);
  return text.slice(1).trimEnd().split('\r\n');
};
const HEAD =
  'study,form,version,state,author,read,created_utc,updated_utc,answer,item,item_number,series,slice,sop_instance_uid,frame,point,item_uuid';

it('a study without lesions is one row, with codes beside the words, and no cell is a formula [FORM-14]', () => {
  expect(lines(answer())).toEqual([
    `${HEAD},quality,quality_code,why,longest (mm)`,
    `Study 12,Prostate,1,complete,'=Eva,,2026-01-02 03:04:05,2026-01-02 03:05:05,a,,,,,,,,,"Good, Poor",SCT:20572008,"'=HYPERLINK(""x"")",`,
  ]);
});

it('each lesion is a row with its place and the values of its study; what is not shown says nothing [FORM-14]', () => {
  const place = { series: 's', slice: { grid: 'g', number: 9, sop: '1.2', frame: 0, point: [4, 5.5] as [number, number] } };
  const values = { quality: { kind: 'choice' as const, options: ['good'] }, why: { kind: 'text' as const, text: 'hidden' } };
  const items = [
    { uuid: 'i', scope: 'lesion' as const, number: 1, place, values: { longest: { kind: 'number' as const, number: 8.5 } }, sources: {} },
    { uuid: 'j', scope: 'lesion' as const, number: 2, place: null, values: {}, sources: {} },
  ];
  const [, first, second] = lines(answer({ values, items }));
  expect(first).toMatch(/,a,lesion,1,s,10,1\.2,1,4:5\.5,i,Good,SCT:20572008,,8\.5$/);
  expect(second).toMatch(/,a,lesion,2,,,,,,j,Good,SCT:20572008,,$/);
});

it('fields of all versions are columns, and an answer without its version is left out', () => {
  const later: FormVersion = {
    ...{ ...VERSION, number: 2 },
    definition: { sections: [{ scope: 'study', title: 'S', fields: [{ ...common, key: 'new', label: 'New', kind: 'date' }] }] },
  };
  const text = answersToCsv([{ study: 'Study 1', answer: answer({ number: 3 }) }], [VERSION, later]);
  expect(text.slice(1).trimEnd()).toBe(`${HEAD},quality,quality_code,why,longest (mm),new`);
});
