import { numberIn } from '#model/addresses/number-in.ts';
import { useSearch } from '@tanstack/react-router';
import { Page } from '#ui/Page.tsx';
import type { ChooseStudies } from './choose-studies.ts';
import { InfersCrumb } from './Crumbs.tsx';
import { NewInferForm } from './NewInferForm.tsx';
import { TEXTS } from './texts.ts';

/** ROUTE-063: runs a model on one study, or on several as a batch. */
export function NewInferPage({ choose }: { choose: ChooseStudies }) {
  const { model } = useSearch({ strict: false }) as { model?: unknown };
  return (
    <Page title={TEXTS.newInfer} breadcrumb={[<InfersCrumb key="infers" />]} width="text">
      <NewInferForm choose={choose} modelId={numberIn(model)} />
    </Page>
  );
}
