import { useMemo } from 'react';
import type { ProjectDetail } from '#contract/project-details.ts';
import { chooseStudies } from '#app/routes/choose-studies.tsx';
import { useOwn } from '#app/session/visit-context.tsx';
import { FormPreview } from '#features/annotator/form/FormPreview.tsx';
import { ProjectForms } from '#features/forms/ProjectForms.tsx';
import { ProjectPage } from '#features/projects/ProjectPage.tsx';
import type { StudyParts } from '#features/projects/study-parts.ts';
import { StudyLinks } from '#features/studies/StudyLinks.tsx';
import { ThumbnailsProvider } from '#features/studies/thumbnails-context.tsx';
import type { LocalDb } from '#localdb/schema.ts';

export function ProjectRoute() {
  const { db } = useOwn();
  const parts = useMemo(() => studyParts(db), [db]);
  return <ProjectPage parts={parts} Forms={Forms} />;
}

function Forms({ project }: { project: ProjectDetail }) {
  return <ProjectForms project={project} Preview={FormPreview} />;
}

function studyParts(db: LocalDb): StudyParts {
  return {
    rows: (studies, action) => (
      <ThumbnailsProvider db={db}>
        <StudyLinks studies={studies} action={action} />
      </ThumbnailsProvider>
    ),
    choose: chooseStudies,
  };
}
