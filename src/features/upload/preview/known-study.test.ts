import { describe, expect, it } from 'vitest';
import { NOTHING_SENT } from '#model/uploads/deidentified.ts';
import { askedUid, canAddMissing, filesThere, knownChoice, seriesByWhereabouts, type KnownStudy } from './known-study.ts';
import { exampleSeries, exampleStudy } from '#features/upload/view.example.ts';

const series = (id: string, upload = true, valid = true) => exampleSeries({ id, upload, valid, files: { total: 10, proved: 0, lost: 0 } });
const known = (missing: Record<string, number>): KnownStudy => ({ exists: true, uuid: 'there', teams: [], missing });

it('a study is looked up by the UID that it would have on a server, once that is known', () => {
  const sent = { ...NOTHING_SENT, studyInstanceUid: '2.25.77' };
  const made = { files: 1, isVolume: false, done: [], suspicious: [], pictures: { stated: 0, likely: 0, face: 0 }, sent };
  const study = exampleStudy({ facts: { studyInstanceUid: '1.2.3' } });
  const leaving = exampleStudy({ facts: { studyInstanceUid: '1.2.3' }, series: [exampleSeries({ deidentified: made })] });
  expect([askedUid(study, false), askedUid(study, true)]).toEqual(['1.2.3', '']);
  expect([askedUid(leaving, false), askedUid(leaving, true)]).toEqual(['1.2.3', '2.25.77']);
});

describe('a study that the team already has', () => {
  const study = exampleStudy({
    upload: 'indeterminate',
    series: [series('a'), series('b', false), series('c'), series('bad', false, false)],
  });

  it('lists which of its series are complete there, and how many files', () => {
    const some = known({ a: 0, b: 3, c: 10, bad: 10 });
    expect(seriesByWhereabouts(study, some)).toEqual({ there: ['a'], missing: ['b', 'c'] });
    expect(filesThere(study, some)).toEqual({ there: 17, total: 40 });
  });

  it('treats a series that arrived later as missing', () => {
    expect(seriesByWhereabouts(study, known({ a: 0 }))).toEqual({ there: ['a'], missing: ['b', 'c'] });
  });

  it.each([
    ['nothing is selected', { ...study, upload: false as const }, 'skip'],
    ['nothing is selected of one that was to join', { ...study, upload: false as const, joins: 'there' }, 'skip'],
    ['something is selected', study, 'anew'],
    ['it joins an existing study', { ...study, joins: 'there' }, 'missing'],
  ] as const)('when %s', (_, one, choice) => {
    expect(knownChoice(one)).toBe(choice);
  });

  it('can be extended only when some series are there and some are missing', () => {
    expect(
      [known({ a: 0, b: 0, c: 0 }), known({ a: 1, b: 1, c: 1 }), known({ a: 0, b: 1, c: 0 })].map((one) => canAddMissing(study, one)),
    ).toEqual([false, false, true]);
    expect(canAddMissing(study, { ...known({ a: 0, b: 1, c: 0 }), uuid: null })).toBe(false);
    expect(canAddMissing({ ...study, joins: 'there' }, known({ a: 0, b: 0, c: 0 }))).toBe(true);
  });
});
