import { jumpTo } from '#features/annotator/measure/jump-to.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import type { ShownComment } from '#model/comments/shown-comments.ts';

/** Shows the slice of a thread, and chooses its segmentation and segment. */
export function showThread(
  workstation: Workstation,
  chooseSegmentation: (uuid: string) => void,
  { pin, segmentation, segment }: Pick<ShownComment, 'pin' | 'segmentation' | 'segment'>,
): void {
  if (segmentation !== null) chooseSegmentation(segmentation);
  if (segment !== null) workstation.masks.choose(segment);
  if (pin !== null) jumpTo(workstation, pin);
}
