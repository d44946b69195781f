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

it('loses nothing where more is back than the screen had promised', () => {
  expect(survivalOf(STUDY, 1, after({ listed: 2, back: back('1.dcm', '2.dcm') }))).toMatchObject({
    identical: 2,
    lost: 0,
    ghosts: 0,
    unnamed: 1,
  });
});

it('has lost what was called stored and is not back', () => {
  expect(survivalOf(STUDY, 3, after({ listed: 1, back: back('1.dcm') }))).toMatchObject({ claimed: 3, identical: 1, lost: 2, ghosts: 0 });
});

it('has lost what is shown after the start and cannot be read, also where nothing was promised before', () => {
  expect(survivalOf(STUDY, 0, after({ listed: 3, back: back('1.dcm') }))).toMatchObject({ lost: 2, ghosts: 2 });
});

it('does not take other bytes, nor the same file twice, for a file that is back', () => {
  const changed = { name: '2.dcm', sha256: 'ff' };
  expect(survivalOf(STUDY, 2, after({ listed: 3, back: [...back('1.dcm', '1.dcm'), changed] }))).toMatchObject({ identical: 1, lost: 2 });
});

it('asks of the missing ones only whether the screen speaks of them', () => {
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
