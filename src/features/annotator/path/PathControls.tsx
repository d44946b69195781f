import { Button } from '@mantine/core';
import type { Path } from '#features/annotator/station/path.ts';
import { useOpenSeries, useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { curveThrough } from '#model/pictures/path-curve.ts';
import { PATH_TEXTS } from './path-texts.ts';
import { useIsAlong, useWhyNotAlong } from './use-path.ts';

/** What was drawn; `none`: while nothing was. */
export function drawnText(path: Path | null, none: string): string {
  if (path === null) return none;
  const curve = curveThrough(path.points);
  return curve === null ? PATH_TEXTS.onePoint : PATH_TEXTS.drawn(path.points.length, curve.lengthMm);
}

/** Shows the series of the active pane along the path, or no longer. */
export function AlongButton({ variant }: { variant: 'default' | 'filled' }) {
  const { station } = useWorkstation();
  const open = useOpenSeries(useStation(({ panes, active: at }) => panes[at]?.series ?? null));
  const isAlong = useIsAlong();
  const why = useWhyNotAlong();
  return (
    <Button
      size="xs"
      variant={isAlong ? 'default' : variant}
      disabled={!isAlong && (why !== null || open?.hasPlanes !== true)}
      onClick={() => station.act({ act: 'show-path', isShown: !isAlong })}
    >
      {isAlong ? PATH_TEXTS.hide : PATH_TEXTS.show}
    </Button>
  );
}
