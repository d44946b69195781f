import { expect, it } from 'vitest';
import { agreementToCsv, readsToCsv } from './campaign-csv.ts';

const STUDY = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c01';
const rows = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n').slice(1);
const figure = (value: number | null, interval: [number, number] | null = null) => ({ value, interval, cases: 4 });

it('reads are exported with their case, reader and time, without a patient [CAMP-37]', () => {
  const csv = readsToCsv({
    cases: [{ number: 1, study: STUDY, patientName: 'Muster^Anna', modality: 'MR', known: true }],
    readers: [
      { number: 1, user: { id: 4, name: '=Ann' }, left: false },
      { number: 2, user: null, left: true },
    ],
    all_reads: [
      {
        ...{ uuid: STUDY, reader: 1, case: 1, repeat: true, state: 'done', skipped: null, spent_ms: 90_400 },
        finished_at: '2026-11-20T10:00:00Z',
      },
      { uuid: STUDY, reader: 2, case: 1, repeat: false, state: 'open', skipped: 'other', spent_ms: 0, finished_at: null },
    ],
  });
  expect(rows(csv)).toEqual([`1,${STUDY},yes,1,'=Ann,yes,done,,90,2026-11-20T10:00:00Z`, `1,${STUDY},yes,2,,no,open,other,0,`]);
  expect(csv).not.toContain('Muster');
});

it('agreement is exported with its intervals, known cases and days [CAMP-17, CAMP-37]', () => {
  const csv = agreementToCsv({
    fields: [
      {
        ...{ key: 'score', title: 'Score', between: figure(0.72, [0.66, 0.78]), weighted: null, same: figure(null) },
        ...{ known: [{ reader: 2, cases: 4, right: 3 }], days: [{ day: '2026-11-20', between: 0.72, same: null }] },
      },
    ],
    masks: [
      {
        ...{ title: 'lesion', between: figure(0.81), same: figure(0.9), known: [{ reader: 1, cases: 3, value: 0.7 }] },
        days: [{ day: '2026-11-20', between: 0.81, same: null }],
      },
    ],
  });
  expect(rows(csv)).toEqual([
    ',between readers,kappa,Score,0.72,0.66,0.78,4',
    ',same reader,kappa,Score,,,,4',
    ',reader 2,share of known cases,Score,0.75,,,4',
    '2026-11-20,between readers,kappa,Score,0.72,,,',
    ',between readers,mean Dice,lesion,0.81,,,4',
    ',same reader,mean Dice,lesion,0.9,,,4',
    ',reader 1,mean Dice with known cases,lesion,0.7,,,3',
    '2026-11-20,between readers,mean Dice,lesion,0.81,,,',
  ]);
});
