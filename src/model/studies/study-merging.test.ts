import { expect, test } from 'vitest';
import { makeDescription } from '#tests/fixtures/instance.ts';
import { mergeStudy, studyKey } from './study-merging.ts';
import type { StudyFacts } from './study.ts';

test('a study is identified by its study UID [READ-002]', () => {
  expect(studyKey(makeDescription({ patientName: 'A' }))).toBe(studyKey(makeDescription({ patientName: 'B' })));
  expect(studyKey(makeDescription({ studyInstanceUid: '2.25.2' }))).not.toBe(studyKey(makeDescription()));
});

test('a study without a UID is one patient on one day [READ-002]', () => {
  const nameless = { studyInstanceUid: '' };
  expect(studyKey(makeDescription(nameless))).toBe(studyKey(makeDescription({ ...nameless, studyTime: '220000' })));
  expect(studyKey(makeDescription(nameless))).not.toBe(studyKey(makeDescription({ ...nameless, studyDate: '20260103' })));
  expect(studyKey(makeDescription(nameless))).not.toBe(studyKey(makeDescription({ ...nameless, patientName: 'Heron^Loud' })));
});

test('facts are the same in any order of headers, and an empty header removes nothing', () => {
  const headers = [
    makeDescription({ studyTime: '101500', studyDescription: '', patientSex: '' }),
    makeDescription({ studyTime: '101459', studyDescription: 'Abdomen' }),
    makeDescription({ studyTime: '', studyDescription: 'Abdomen and pelvis' }),
  ];
  const merged = (order: number[]) => order.reduce<StudyFacts | null>((facts, index) => mergeStudy(facts, headers[index]!), null);
  const expected = merged([0, 1, 2]);
  expect(expected).toMatchObject({ studyTime: '101459', studyDescription: 'Abdomen', patientSex: 'F', patientName: 'Heron^Quiet' });
  for (const order of [
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ])
    expect(merged(order)).toEqual(expected);
});
