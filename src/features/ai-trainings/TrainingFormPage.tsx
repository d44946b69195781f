import { numberIn } from '#model/addresses/number-in.ts';
import { useSearch } from '@tanstack/react-router';
import { Page } from '#ui/Page.tsx';
import { TEXTS } from './texts.ts';
import { TrainingForm } from './TrainingForm.tsx';
import { TrainingsCrumb } from './TrainingsCrumb.tsx';

/** ROUTE-074: a new training, of the model in the query if there is one. */
export function TrainingFormPage() {
  const { model } = useSearch({ strict: false }) as { model?: unknown };
  return (
    <Page title={TEXTS.newTraining} breadcrumb={[<TrainingsCrumb key="trainings" />]} width="text">
      <TrainingForm modelId={numberIn(model)} />
    </Page>
  );
}
