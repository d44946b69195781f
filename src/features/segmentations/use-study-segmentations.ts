import { useMemo } from 'react';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import type { OrganizedStudy } from './segmentation-writes.ts';
import { shownSegmentations, withoutBriefMarks, type ShownSegmentation } from './shown-segmentations.ts';
import { writesTo, type SaveWrite } from './use-organize.ts';

/** The segmentations of a study as the server last listed them, with what waits on this device, and how changes of them are stored. */
export function useStudySegmentations(
  db: LocalDb,
  study: string,
  organized: OrganizedStudy | undefined,
): { segmentations: readonly ShownSegmentation[]; save: SaveWrite } {
  const { serverReachable } = useSession<Session>();
  const rows = useSavedWrites(db);
  const answered = organized?.segmentations;
  const segmentations = useMemo(() => {
    const waiting = shownSegmentations(
      study,
      answered ?? [],
      rows.map(({ write }) => write),
    );
    return serverReachable ? withoutBriefMarks(waiting) : waiting;
  }, [study, answered, rows, serverReachable]);
  const save = useMemo(() => writesTo(db), [db]);
  return { segmentations, save };
}
