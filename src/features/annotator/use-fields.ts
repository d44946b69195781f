import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { isNoSlice, noSliceText } from '#model/pictures/no-slice.ts';
import type { SliceField } from '#workers/series/types.ts';
import { isOpened } from './station/series-store.ts';
import { TEXTS } from './texts.ts';
import { useOpenSeries, useStation, useWorkstation } from './workstation.ts';

const REST_MS = 150;

/** Header fields of the slice in the active pane, once scrolling has stopped; undefined while they are read or not wanted. */
export function useFields(isWanted: boolean): readonly SliceField[] | string | undefined {
  const { voxels } = useWorkstation();
  const { panes, active } = useStation();
  const open = useOpenSeries(panes[active]?.series ?? null);
  const [slice] = useDebouncedValue(panes[active]?.slice ?? 0, REST_MS);
  const id = open !== null && isOpened(open.opened) ? open.opened.id : null;
  const [fields, setFields] = useState<readonly SliceField[] | string | undefined>(undefined);
  useEffect(() => {
    if (!isWanted || id === null) return;
    let isLatest = true;
    voxels
      .fields(id, slice)
      .then((answer) => (isNoSlice(answer) ? noSliceText(answer) : answer))
      .catch((error: unknown) => {
        reportError(error);
        return TEXTS.failed as string;
      })
      .then((answer) => isLatest && setFields(answer));
    return () => {
      isLatest = false;
    };
  }, [voxels, id, slice, isWanted]);
  return fields;
}
