import { chooseStudies } from '#app/routes/choose-studies.tsx';
import { BlueprintsPage } from '#features/pipelines/BlueprintsPage.tsx';
import { NewPipelinePage, PipelineEditPage } from '#features/pipelines/PipelineFormPage.tsx';
import { PipelinePage } from '#features/pipelines/PipelinePage.tsx';
import { PipelinesPage } from '#features/pipelines/PipelinesPage.tsx';

export function PipelineRoute() {
  return <PipelinePage choose={chooseStudies} />;
}

export const PipelinesRoute = PipelinesPage;
export function NewPipelineRoute() {
  return <NewPipelinePage choose={chooseStudies} />;
}

export function PipelineEditRoute() {
  return <PipelineEditPage choose={chooseStudies} />;
}

export const BlueprintsRoute = BlueprintsPage;
