import { modals } from '@mantine/modals';
import { useMemo } from 'react';
import { useOwn } from '#app/session/visit-context.tsx';
import { ProjectPage } from '#features/projects/ProjectPage.tsx';
import type { StudyParts } from '#features/projects/study-parts.ts';
import { ChooseStudies } from '#features/studies/ChooseStudies.tsx';
import { StudyLinks } from '#features/studies/StudyLinks.tsx';
import { ThumbnailsProvider } from '#features/studies/thumbnails-context.tsx';
import type { LocalDb } from '#localdb/schema.ts';

export function ProjectRoute() {
  const { db } = useOwn();
  const parts = useMemo(() => studyParts(db), [db]);
  return <ProjectPage parts={parts} />;
}

function studyParts(db: LocalDb): StudyParts {
  return {
    rows: (studies, action) => (
      <ThumbnailsProvider db={db}>
        <StudyLinks studies={studies} action={action} />
      </ThumbnailsProvider>
    ),
    choose: ({ title, ...options }) => modals.open({ title, size: 'lg', children: <ChooseStudies {...options} /> }),
  };
}
