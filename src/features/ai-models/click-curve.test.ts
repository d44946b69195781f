import { expect, it } from 'vitest';
import type { AiModelVersion } from '#contract/ai/models.ts';
import { clickCurveText } from './click-curve.ts';

const version = (settings: unknown, clicks = true) =>
  ({ manifest: { ...(clicks && { clicks: true }) }, report: { settings } }) as unknown as Pick<AiModelVersion, 'manifest' | 'report'>;

it('the Dice of a network for clicks says how many clicks it is of [AI-98]', () => {
  const curve = { '10': { foreground: 0.9 }, '0': { foreground: 0.801 }, '1': { '1': 0.7, foreground: 0.85 } };
  const what = 'This network corrects masks by clicks. The Dice is that after one click on masks with errors.';
  expect(clickCurveText(version({ curve }))).toBe(`${what} Mean after 0, 1, 10 clicks: 0.80, 0.85, 0.90.`);
  expect([clickCurveText(version({})), clickCurveText(version({ curve: 'none' })), clickCurveText(version({ curve: {} }))]).toEqual([
    what,
    what,
    what,
  ]);
  expect([clickCurveText(version({ curve }, false)), clickCurveText({ ...version({}), report: null })]).toEqual([null, null]);
});
