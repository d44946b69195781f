import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import { noPlanesText } from '#features/annotator/texts.ts';
import { PATH_TEXTS } from './path-texts.ts';

interface Here {
  open: Pick<OpenSeries, 'noPlanes'> | null;
  hasPath: boolean;
  /** It is known where the path lies in the pane. */
  isHere: boolean;
  is3d: boolean;
}

/** Why the active pane cannot be shown along the path; null: it can, as soon as its slices are known. */
export function whyNotAlong({ open, hasPath, isHere, is3d }: Here): string | null {
  if (is3d) return PATH_TEXTS.in3d;
  if (open?.noPlanes) return noPlanesText(open.noPlanes);
  return hasPath && !isHere ? PATH_TEXTS.elsewhere : null;
}
