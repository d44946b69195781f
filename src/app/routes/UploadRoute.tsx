import { useMemo } from 'react';
import { useOwn } from '#app/session/visit-context.tsx';
import { LazySeriesViewer } from '#app/viewer/lazy-series-viewer.ts';
import { ChosenLabels } from '#features/labels/ChosenLabels.tsx';
import { UploadProject } from '#features/projects/UploadProject.tsx';
import { failureText } from '#features/projects/texts.ts';
import { useProjects } from '#features/projects/use-projects.ts';
import { LabelsAndProjectsProvider, type LabelsAndProjects } from '#features/upload/configuration/labels-and-projects-context.ts';
import { UploadPage } from '#features/upload/UploadPage.tsx';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

export function UploadRoute() {
  const { db, userId } = useOwn();
  return (
    <LabelsAndProjectsProvider value={useLabelsAndProjects()}>
      <UploadPage db={db} userId={userId} Viewer={LazySeriesViewer} />
    </LabelsAndProjectsProvider>
  );
}

/** Labels for all who may see studies; projects for those who may select them (PROJ-16). The projects are read once for all rows. */
function useLabelsAndProjects(): LabelsAndProjects {
  const { permissions } = useSession<Session>();
  const [maySeeLabels, maySeeProjects] = [permissions.has('r:studies'), permissions.has('r:projects')];
  const { data: projects = null, error, isFetching } = useProjects(null, maySeeProjects);
  const failure = error === null || isFetching || projects !== null ? null : failureText(error);
  return useMemo(
    () => ({
      maySeeProjects,
      hasProjects: maySeeProjects && (projects ?? []).length > 0,
      labels: (chosen) => maySeeLabels && <ChosenLabels {...chosen} />,
      project: (chosen) => maySeeProjects && <UploadProject projects={projects} failure={failure} {...chosen} />,
    }),
    [maySeeLabels, maySeeProjects, projects, failure],
  );
}
