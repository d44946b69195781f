import { expect, it } from 'vitest';
import { sliceScale } from './slice-scale.ts';

it.each([
  ['of a slice is that on the patient', [0.7, 0.5], null, { on: 'patient', spacing: [0.5, 0.7] }],
  ['of a projection is that on its detector', null, [0.2, 0.3], { on: 'detector', spacing: [0.3, 0.2] }],
  [
    'of a projection that repeats it as pixel spacing is that on its detector',
    [0.2, 0.3],
    [0.2, 0.3],
    { on: 'detector', spacing: [0.3, 0.2] },
  ],
  ['of a calibrated projection is that on the patient', [0.15, 0.15], [0.2, 0.2], { on: 'patient', spacing: [0.15, 0.15] }],
  ['of a picture without a spacing is not known', null, null, { on: 'pixels' }],
  ['of a damaged header is not known', [0, 0.5], null, { on: 'pixels' }],
] as const)('the scale %s [MEAS-04]', (_, pixelSpacing, imagerPixelSpacing, expected) => {
  expect(sliceScale({ pixelSpacing, imagerPixelSpacing })).toEqual(expected);
});
