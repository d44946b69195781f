import { useParams, useSearch } from '@tanstack/react-router';
import { useTabTitle } from '#app/frame/use-tab-title.ts';
import { useOwn } from '#app/session/visit-context.tsx';
import { XrPage } from '#features/annotator/xr/XrPage.tsx';
import { XR_TEXTS } from '#features/annotator/xr/xr-texts.ts';
import { studyNumberText } from '#features/studies/texts.ts';
import { useStudy } from '#features/studies/use-study.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { useAnnotatorSegmentations } from './use-annotator-segmentations.tsx';

/** XR-001: the surfaces of a segmentation, in the page and in a headset. */
export function XrRoute() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const { segmentation } = useSearch({ strict: false }) as { segmentation?: unknown };
  const { db, userId } = useOwn();
  const { serverReachable } = useSession<Session>();
  const { study, series, error, isFetching, refetch } = useStudy(uuid);
  const segmentations = useAnnotatorSegmentations(db, uuid, typeof segmentation === 'string' ? segmentation : null, null);
  const title = study === undefined ? XR_TEXTS.title : `${studyNumberText(study.id)} · ${XR_TEXTS.title}`;
  useTabTitle(title);
  return (
    <XrPage
      key={uuid}
      {...{ db, userId, uuid, serverReachable, study, series, error, isFetching, segmentations, title }}
      onRetry={() => void refetch()}
      backTo={annotatorPath(study ?? { uuid, modality: '' })}
    />
  );
}
