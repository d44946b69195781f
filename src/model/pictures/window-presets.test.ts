import { expect, test } from 'vitest';
import { windowPresets } from './window-presets.ts';

test('CT has presets in Hounsfield units, other modalities have presets computed from the image; Shift 1 to 9 are enough keys', () => {
  expect(windowPresets('CT').find(({ name }) => name === 'Brain')?.window).toEqual({ center: 40, width: 80 });
  expect(windowPresets('MR').map(({ window }) => window)).toEqual(['stored', 'range', 'percentile']);
  for (const modality of ['CT', 'MR', 'PT', '']) {
    expect(windowPresets(modality).length).toBeLessThanOrEqual(9);
    expect(windowPresets(modality)[0]?.window).toBe('stored');
  }
});
