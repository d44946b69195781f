import { expect, it } from 'vitest';
import type { AfterKill } from './contender.ts';
import { survivalOf } from './survival.ts';

const STUDY = {
  hashByName: new Map([
    ['1.dcm', 'aa'],
    ['2.dcm', 'bb'],
    ['3.dcm', 'cc'],
  ]),
};

function after(given: Partial<AfterKill>): AfterKill {
  return { listed: 0, back: [], speaksOf: () => false, ...given };
}

const back = (...names: string[]) => names.map((name) => ({ name, sha256: STUDY.hashByName.get(name)! }));

it('counts nothing as lost when more is back than the screen showed', () => {
  expect(survivalOf(STUDY, 1, after({ listed: 2, back: back('1.dcm', '2.dcm') }))).toMatchObject({
    identical: 2,
    lost: 0,
    ghosts: 0,
    unnamed: 1,
  });
});

it('counts what was shown as stored and is not back as lost', () => {
  expect(survivalOf(STUDY, 3, after({ listed: 1, back: back('1.dcm') }))).toMatchObject({ claimed: 3, identical: 1, lost: 2, ghosts: 0 });
});

it('counts what is shown after the start but unreadable as lost, also when nothing was shown before', () => {
  expect(survivalOf(STUDY, 0, after({ listed: 3, back: back('1.dcm') }))).toMatchObject({ lost: 2, ghosts: 2 });
});

it('does not count other bytes, or the same file twice, as a file that is back', () => {
  const changed = { name: '2.dcm', sha256: 'ff' };
  expect(survivalOf(STUDY, 2, after({ listed: 3, back: [...back('1.dcm', '1.dcm'), changed] }))).toMatchObject({ identical: 1, lost: 2 });
});

it('checks only for missing files whether the screen mentions them', () => {
  const asked: [string, number][] = [];
  const speaksOf = (name: string, missing: number): boolean => {
    asked.push([name, missing]);
    return name === '3.dcm';
  };
  expect(survivalOf(STUDY, 0, after({ listed: 1, back: back('1.dcm'), speaksOf })).unnamed).toBe(1);
  expect(asked).toEqual([
    ['2.dcm', 2],
    ['3.dcm', 2],
  ]);
});
