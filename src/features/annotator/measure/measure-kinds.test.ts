import { expect, it } from 'vitest';
import type { MeasurementKind } from '#contract/measurements.ts';
import { ACTIONS } from '#features/annotator/keys/actions.ts';
import { KIND_NAMES } from './measure-kinds.ts';

it.each(Object.keys(KIND_NAMES) as MeasurementKind[])('%s has a key that begins it', (kind) => {
  expect(ACTIONS[kind].act).toEqual(kind === 'key-image' ? { act: 'key-image' } : { act: 'tool', tool: kind });
});
