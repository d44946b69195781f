import { modals } from '@mantine/modals';
import { useMemo } from 'react';
import type { StudySegmentations } from '#features/annotator/masks/study-segmentations.ts';
import { NewSegmentation } from '#features/segmentations/NewSegmentation.tsx';
import { SegmentMenu } from '#features/segmentations/SegmentMenu.tsx';
import { TEXTS } from '#features/segmentations/texts.ts';
import { useHiddenSegments } from '#features/segmentations/use-hidden-segments.ts';
import { useOrganizedStudy, useStructureCodes, useStructuresForOffline } from '#features/segmentations/use-organize.ts';
import { useStudySegmentations } from '#features/segmentations/use-study-segmentations.ts';
import { saveWrite } from '#localdb/outbox/outbox.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { withSegmentMoved } from '#model/segment-order.ts';
import type { Reading } from '#features/campaigns/reading/use-reading.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { ofRead, useSegmentationOfRead } from './segmentations-of-read.ts';

/** The segmentations of a study for the annotator: the lists and changes are those of the pages that organize them. */
export function useAnnotatorSegmentations(db: LocalDb, study: string, first: string | null, reading: Reading | null): StudySegmentations {
  const { permissions, serverReachable } = useSession<Session>();
  const { data, isError, fetchStatus, isFetching, refetch } = useOrganizedStudy(study);
  const { segmentations: all, save } = useStudySegmentations(db, study, data);
  const segmentations = useMemo(() => (reading === null ? all : ofRead(all, data, reading)), [all, data, reading]);
  useSegmentationOfRead(study, reading, segmentations, save);
  const hidden = useHiddenSegments();
  const mayCreate = permissions.has('r:structures');
  useStructuresForOffline(mayCreate && serverReachable);
  const codesOf = useStructureCodes();
  const isStuck = data === undefined && (isError || fetchStatus === 'paused');
  const problem = isStuck ? (serverReachable ? 'failed' : 'offline') : null;
  return useMemo(
    (): StudySegmentations => ({
      // What was made on this device is known, whatever the server has.
      list: data === undefined && segmentations.length === 0 ? null : segmentations,
      ...{ first, problem, isFetching, mayCreate, hidden },
      retry: () => void refetch(),
      create: (onCreated) =>
        modals.open({
          title: TEXTS.newSegmentation,
          size: 'md',
          children: <NewSegmentation study={study} save={save} onCreated={onCreated} />,
        }),
      async createLike(of, { uuid, series, exclusive }) {
        const { structure } = segmentations.find((one) => one.uuid === of)!;
        const { slug, title, category } = structure;
        await saveWrite(db, { kind: 'segmentation', study, segmentation: uuid, structure: { slug, title, category }, exclusive });
        await saveWrite(db, { kind: 'segmentation-mask', study, segmentation: uuid, series });
      },
      createMask: (segmentation, series) => save({ kind: 'segmentation-mask', study, segmentation, series }),
      codesOf(segmentation) {
        const structure = segmentations.find((one) => one.uuid === segmentation)?.structure;
        return structure === undefined ? null : codesOf(structure.slug);
      },
      addSegment: (segmentation, segment) => save({ kind: 'segment', study, segmentation, segment }),
      async addSegments(segmentation, added) {
        for (const { segment, title = '', color = null } of added) {
          const at = { study, segmentation, segment };
          await saveWrite(db, { kind: 'segment', ...at });
          if (title !== '') await saveWrite(db, { kind: 'segment-title', ...at, title });
          if (color !== null) await saveWrite(db, { kind: 'segment-colour', ...at, color });
        }
      },
      menuOf(segmentation, uuid) {
        const segments = segmentations.find((one) => one.uuid === segmentation)?.segments ?? [];
        const place = segments.findIndex((one) => one.uuid === uuid);
        const segment = segments[place];
        if (segment === undefined || segment.waits === 'deletion') return null;
        return (
          <SegmentMenu
            segment={segment}
            at={{ study, segmentation, segment: uuid }}
            save={save}
            place={{ isFirst: place === 0, isLast: place === segments.length - 1 }}
            onMove={(step) =>
              save({ kind: 'segment-order', study, segmentation, segments: withSegmentMoved(segments, uuid, place + step) })
            }
          />
        );
      },
    }),
    [db, study, data, segmentations, first, problem, isFetching, mayCreate, hidden, save, refetch, codesOf],
  );
}
