import { expect, it } from 'vitest';
import { caseRows } from './case-rows.ts';

const cases = [
  { id: 'case-0002', dice: 0.7, lowest: { title: 'Anterior', dice: 0.6 } },
  { id: 'case-0001', dice: 0.8, lowest: null },
];
const uuid = '00000000-0000-4000-8000-000000000021';

it('a case names its patient and leads to the annotator only where the study may be seen [AI-63]', () => {
  const studies = [{ id: 'case-0002', uuid, patientName: 'Heron^Quiet' }];
  expect(caseRows(cases, studies, { mayOpen: true })).toEqual([
    { id: 'case-0002', name: 'Heron, Quiet', note: 'Anterior 0.60', value: 0.7, words: '0.70', href: `/annotator/case/${uuid}` },
    { id: 'case-0001', name: 'case-0001', note: '', value: 0.8, words: '0.80', href: null },
  ]);
  const [hidden] = caseRows(cases, [{ ...studies[0]!, patientName: '' }], { mayOpen: false });
  expect(hidden).toMatchObject({ name: 'case-0002', href: null });
});
