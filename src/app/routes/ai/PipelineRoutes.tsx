import { chooseStudies } from '#app/routes/choose-studies.tsx';
import { BlueprintsPage } from '#features/pipelines/BlueprintsPage.tsx';
import { NewPipelinePage, PipelineEditPage } from '#features/pipelines/PipelineFormPage.tsx';
import { PipelinePage } from '#features/pipelines/PipelinePage.tsx';
import { PipelinesPage } from '#features/pipelines/PipelinesPage.tsx';

export function PipelineRoute() {
  return <PipelinePage choose={chooseStudies} />;
}

export const PipelinesRoute = PipelinesPage;
export const NewPipelineRoute = NewPipelinePage;
export const PipelineEditRoute = PipelineEditPage;
export const BlueprintsRoute = BlueprintsPage;
