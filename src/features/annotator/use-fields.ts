import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { isNoSlice, noSliceText } from '#model/pictures/no-slice.ts';
import type { SliceField } from '#workers/series/types.ts';
import { isOpened } from './station/series-store.ts';
import { TEXTS } from './texts.ts';
import { useOpenSeries, useStation, useWorkstation } from './workstation.ts';

const REST_MS = 150;

/** Header fields of the slice in the active pane, once scrolling has stopped; undefined while they are read. */
export function useFields(): readonly SliceField[] | string | undefined {
  const { voxels } = useWorkstation();
  const open = useOpenSeries(useStation(({ panes, active }) => panes[active]?.series ?? null));
  const [slice] = useDebouncedValue(
    useStation(({ panes, active }) => panes[active]?.slice ?? 0),
    REST_MS,
  );
  const id = open !== null && isOpened(open.opened) ? open.opened.id : null;
  const [fields, setFields] = useState<readonly SliceField[] | string | undefined>(undefined);
  useEffect(() => {
    if (id === null) return;
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
  }, [voxels, id, slice]);
  return fields;
}
