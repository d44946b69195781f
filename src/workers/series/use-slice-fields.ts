import { useEffect, useState } from 'react';
import { isNoSlice, noSliceText, type NoSlice } from '#model/pictures/no-slice.ts';
import type { SliceField } from './types.ts';

interface FieldsOf {
  fields(id: number, slice: number): Promise<SliceField[] | NoSlice>;
}

/** Header fields of a slice, or why there are none; undefined while they are read, and without an id. `failed`: what an error says. */
export function useSliceFields(
  worker: FieldsOf,
  id: number | null,
  slice: number,
  failed: string,
): readonly SliceField[] | string | undefined {
  const [fields, setFields] = useState<readonly SliceField[] | string | undefined>(undefined);
  useEffect(() => {
    if (id === null) return;
    let isLatest = true;
    worker
      .fields(id, slice)
      .then((answer) => (isNoSlice(answer) ? noSliceText(answer) : answer))
      .catch((error: unknown) => {
        reportError(error);
        return failed;
      })
      .then((answer) => isLatest && setFields(answer));
    return () => {
      isLatest = false;
    };
  }, [worker, id, slice, failed]);
  return fields;
}
