import { useDebouncedValue } from '@mantine/hooks';
import { useSliceFields, type ShownField } from '#workers/series/use-slice-fields.ts';
import { isOpened } from './station/series-store.ts';
import { TEXTS } from './texts.ts';
import { useOpenSeries, useStation, useWorkstation } from './workstation.ts';

const REST_MS = 150;

/** Header fields of the slice in the active pane, once scrolling has stopped; undefined while they are read. */
export function useFields(): readonly ShownField[] | string | undefined {
  const { voxels } = useWorkstation();
  const open = useOpenSeries(useStation(({ panes, active }) => panes[active]?.series ?? null));
  const [slice] = useDebouncedValue(
    useStation(({ panes, active }) => panes[active]?.slice ?? 0),
    REST_MS,
  );
  const id = open !== null && isOpened(open.opened) ? open.opened.id : null;
  return useSliceFields(voxels, id, slice, TEXTS.failed);
}
