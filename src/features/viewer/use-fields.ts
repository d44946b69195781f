import { useDebouncedValue } from '@mantine/hooks';
import { useSliceFields, type ShownField } from '#workers/series/use-slice-fields.ts';
import type { Viewer } from '#workers/viewer/handle.ts';
import { TEXTS } from './texts.ts';

const REST_MS = 150;

/** Fields of the slice at which scrolling stopped, or why there are none; undefined while they are read or not wanted. */
export function useFields(viewer: Viewer, id: number, slice: number, isWanted: boolean): readonly ShownField[] | string | undefined {
  const [rested] = useDebouncedValue(slice, REST_MS);
  return useSliceFields(viewer, isWanted ? id : null, rested, TEXTS.failed);
}
