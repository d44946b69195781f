import {
  refusedSegmentationText,
  sendSegmentationWrite,
  type OrganizedStudy,
  type SentWrite,
} from '#features/segmentations/segmentation-writes.ts';
import { needsWrite } from '#features/segmentations/shown-segmentations.ts';
import { organizeKey } from '#features/segmentations/use-organize.ts';
import type { SegmentationWrite } from '#localdb/schema.ts';
import type { WritePart } from './write-part.ts';

/** Created and changed segmentations and segments: the answer of the server takes the place of the waiting row. */
export const SEGMENTATIONS: WritePart<SegmentationWrite, SentWrite> = {
  send: sendSegmentationWrite,
  show({ client, team }, { study }, sent) {
    client.setQueryData<OrganizedStudy>(organizeKey(team, study), (organized) => organized && (sent?.withAnswer(organized) ?? organized));
    for (const name of ['segmentations', 'segments']) void client.invalidateQueries({ queryKey: [name, team] });
  },
  keys: (team, { study }) => [organizeKey(team, study), ['segmentations', team], ['segments', team]],
  doneText: ({ said }) => said,
  refusedText: refusedSegmentationText,
  isNeededBy: (write, other) => needsWrite(other, write),
};
