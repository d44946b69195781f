import { describe, expect, it } from 'vitest';
import { heldOutPictures } from './pictures.ts';

const REPORT = { engine: 'unet', seed: 1, seconds: 1, mean: {}, deviation: {}, settings: {} };

describe('pictures of held-out slices', () => {
  it('have the patients of their cases and the Dice, the lowest first [AI-92]', () => {
    const heldOut = [
      { id: 'case_0004', part: 'test' as const, dice: { foreground: 0.91 }, preview: 'previews/01.png' },
      { id: 'case_0007', part: 'test' as const, dice: { foreground: 0.4 }, preview: 'previews/02.png' },
      { id: 'case_0008', part: 'test' as const, dice: { foreground: 0.1 } },
      { id: 'case_0009', part: 'test' as const, dice: {}, preview: 'previews/03.png' },
    ];
    const studies = [{ id: 'case_0004', uuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02', patientName: 'Heron^Quiet' }];
    const previews = ['01.png', '02.png', '03.png', 'old.png'];
    expect(heldOutPictures({ previews, report: { ...REPORT, heldOut }, studies })).toEqual([
      { name: '02.png', title: 'case_0007 · 0.40' },
      { name: '01.png', title: expect.stringMatching(/Heron.* · 0\.91$/) },
      { name: '03.png', title: 'case_0009' },
      { name: 'old.png', title: 'old' },
    ]);
  });

  it('have only their names before there is a report, or from an older worker [AI-92]', () => {
    const heldOut = [{ id: 'case_0004', part: 'test' as const, dice: { foreground: 0.91 } }];
    for (const report of [null, { ...REPORT, heldOut }])
      expect(heldOutPictures({ previews: ['01.png'], report, studies: [] })).toEqual([{ name: '01.png', title: '01' }]);
  });
});
