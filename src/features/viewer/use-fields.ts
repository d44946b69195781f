import { isNoSlice, noSliceText } from '#model/pictures/no-slice.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Viewer } from '#workers/viewer/handle.ts';
import type { SliceField } from '#workers/series/types.ts';
import { TEXTS } from './texts.ts';

const REST_MS = 150;

/** Fields of the slice at which scrolling stopped, or why there are none; undefined while they are read or not wanted. */
export function useFields(viewer: Viewer, id: number, slice: number, isWanted: boolean): readonly SliceField[] | string | undefined {
  const [rested] = useDebouncedValue(slice, REST_MS);
  const [fields, setFields] = useState<readonly SliceField[] | string | undefined>(undefined);
  useEffect(() => {
    if (!isWanted) return;
    let isLatest = true;
    viewer
      .fields(id, rested)
      .then((answer) => (isNoSlice(answer) ? noSliceText(answer) : answer))
      .catch((error: unknown) => {
        reportError(error);
        return TEXTS.failed as string;
      })
      .then((answer) => isLatest && setFields(answer));
    return () => {
      isLatest = false;
    };
  }, [viewer, id, rested, isWanted]);
  return fields;
}
