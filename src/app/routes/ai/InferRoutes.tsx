import { chooseStudies } from '#app/routes/choose-studies.tsx';
import { useOwn } from '#app/session/visit-context.tsx';
import { BatchesPage } from '#features/ai-infers/BatchesPage.tsx';
import type { Thumbnail } from '#features/ai-infers/choose-studies.ts';
import { InferPage } from '#features/ai-infers/InferPage.tsx';
import { InfersPage } from '#features/ai-infers/InfersPage.tsx';
import { NewInferPage } from '#features/ai-infers/NewInferPage.tsx';
import { SeriesThumbnail } from '#features/studies/SeriesThumbnail.tsx';
import { ThumbnailsProvider } from '#features/studies/thumbnails-context.tsx';

/** A model runs only on converted series. */
const thumbnail: Thumbnail = ({ study, series }) => (
  <SeriesThumbnail studyUuid={study} series={series === null ? null : { uuid: series, state: 'converted' }} size="row" />
);

export function InfersRoute() {
  const { db } = useOwn();
  return (
    <ThumbnailsProvider db={db}>
      <InfersPage thumbnail={thumbnail} />
    </ThumbnailsProvider>
  );
}

export function NewInferRoute() {
  return <NewInferPage choose={chooseStudies} />;
}

export const InferRoute = InferPage;

export function BatchesRoute() {
  const { db } = useOwn();
  return (
    <ThumbnailsProvider db={db}>
      <BatchesPage thumbnail={thumbnail} />
    </ThumbnailsProvider>
  );
}
