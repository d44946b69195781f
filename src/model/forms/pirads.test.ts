import { describe, expect, it } from 'vitest';
import { piradsCategory } from './pirads.ts';
import { suggestion } from './rules.ts';
import { FORM_TEMPLATES } from './templates.ts';

const GRADES = [1, 2, 3, 4, 5] as const;

describe('PI-RADS v2.1 [FORM-16]', () => {
  /** Rows: DWI 1 to 5. Columns: enhancement no, none, yes. */
  const PERIPHERAL = [
    [1, 1, 1],
    [2, 2, 2],
    [3, 3, 4],
    [4, 4, 4],
    [5, 5, 5],
  ];
  it.each(GRADES)('in the peripheral zone DWI %i decides, whatever T2W is, and 3 with enhancement is 4', (dwi) => {
    for (const t2w of [null, ...GRADES])
      expect((['no', 'none', 'yes'] as const).map((dce) => piradsCategory({ zone: 'pz', t2w, dwi, dce }))).toEqual(PERIPHERAL[dwi - 1]);
  });

  /** Rows: T2W 1 to 5. Columns: DWI 1 to 5. */
  const TRANSITION = [
    [1, 1, 1, 1, 1],
    [2, 2, 2, 3, 3],
    [3, 3, 3, 3, 4],
    [4, 4, 4, 4, 4],
    [5, 5, 5, 5, 5],
  ];
  it.each(GRADES)('in the transition zone T2W %i decides, 2 with DWI 4 or 5 is 3, and 3 with DWI 5 is 4', (t2w) => {
    for (const dce of [null, 'no', 'none', 'yes'] as const)
      expect(GRADES.map((dwi) => piradsCategory({ zone: 'tz', t2w, dwi, dce }))).toEqual(TRANSITION[t2w - 1]);
  });

  it('there is none while what decides is not known', () => {
    const none = { zone: null, t2w: null, dwi: null, dce: null };
    expect(piradsCategory({ ...none, t2w: 5, dwi: 5, dce: 'yes' })).toBeNull();
    expect(piradsCategory({ ...none, zone: 'pz', t2w: 5, dce: 'yes' })).toBeNull();
    expect(piradsCategory({ ...none, zone: 'pz', dwi: 3 })).toBeNull();
    expect(piradsCategory({ ...none, zone: 'tz', dwi: 5 })).toBeNull();
    for (const t2w of [2, 3]) expect(piradsCategory({ ...none, zone: 'tz', t2w })).toBeNull();
    for (const t2w of [1, 4, 5]) expect(piradsCategory({ ...none, zone: 'tz', t2w })).toBe(t2w);
  });

  it('is suggested in the example form from the values of a lesion', () => {
    const lesions = FORM_TEMPLATES[0]!.definition.sections.find(({ scope }) => scope === 'lesion')!.fields;
    const field = lesions.find(({ key }) => key === 'pirads')!;
    const values = (given: Record<string, string>) =>
      Object.fromEntries(Object.entries(given).map(([key, option]) => [key, { kind: 'choice' as const, options: [option] }]));
    expect(suggestion(field, values({ zone: 'pz', dwi: '3', dce: 'yes' }))).toBe('4');
    expect(suggestion(field, values({ zone: 'pz' }))).toBeNull();
    expect(suggestion(lesions[0]!, values({ zone: 'pz', dwi: '3', dce: 'yes' }))).toBeNull();
  });
});
