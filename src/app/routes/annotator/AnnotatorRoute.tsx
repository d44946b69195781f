import { useLocation, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { LazyAnnotatorPage } from '#app/annotator/lazy-annotator-page.ts';
import { useTabTitle } from '#app/frame/use-tab-title.ts';
import { studyNumberText } from '#features/studies/texts.ts';
import { useStudyDetail } from '#features/studies/use-study.ts';
import { taskIdOf } from '#model/addresses/annotator-address.ts';

/** ROUTE-099. */
export function AnnotatorRoute() {
  return <Annotator mode="case" />;
}

/** ROUTE-100. */
export function AngiographyRoute() {
  return <Annotator mode="angiography" />;
}

function Annotator({ mode }: { mode: 'case' | 'angiography' }) {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const query = useLocation({ select: (location) => location.searchStr });
  const number = useStudyDetail(uuid).data?.id;
  useTabTitle(number === undefined ? null : studyNumberText(number));
  return (
    <Suspense fallback={<main id="content" tabIndex={-1} aria-busy />}>
      <LazyAnnotatorPage key={uuid} uuid={uuid} mode={mode} taskId={taskIdOf(query)} />
    </Suspense>
  );
}
