import { Button, Skeleton } from '@mantine/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isGone } from '#api/failure-status.ts';
import { withStatus } from '#api/failure-texts.ts';
import type { Blueprint, PipelineChoices } from '#contract/pipelines.ts';
import { numberIn } from '#model/addresses/number-in.ts';
import { fillBlueprint } from '#model/pipelines/blueprints.ts';
import { OneStates } from '#ui/lists/OneStates.tsx';
import { Page } from '#ui/Page.tsx';
import type { ChooseStudies } from './choose-studies.ts';
import { PipelinesCrumb } from './Crumbs.tsx';
import { FillBlueprint } from './FillBlueprint.tsx';
import { draftOf, draftOfBlueprint, NEW_PIPELINE, type PipelineDraft } from './pipeline-draft.ts';
import { PipelineForm } from './PipelineForm.tsx';
import { TEXTS } from './texts.ts';
import { useBlueprints, usePipeline, usePipelineChoices } from './use-pipelines.ts';

/** ROUTE-080: a new pipeline, empty or from the blueprint in the query. */
export function NewPipelinePage({ choose }: { choose: ChooseStudies }) {
  const { blueprint: asked } = useSearch({ strict: false }) as { blueprint?: unknown };
  const choices = usePipelineChoices();
  const blueprints = useBlueprints();
  const blueprint = typeof asked === 'string' ? blueprints.data?.data.find(({ uuid }) => uuid === asked) : undefined;
  const isWaiting = typeof asked === 'string' && blueprints.isLoading;
  return (
    <Page title={TEXTS.newPipeline} breadcrumb={[<PipelinesCrumb key="pipelines" />]}>
      <OneStates query={choices} isGone={false} texts={{ ...TEXTS, failed: withStatus(TEXTS.choicesFailed, choices.error) }}>
        {(found) =>
          found === undefined || isWaiting ? (
            <Skeleton height={480} />
          ) : blueprint === undefined ? (
            <PipelineForm initial={NEW_PIPELINE} pipeline={null} choices={found} choose={choose} />
          ) : (
            <FromBlueprint key={blueprint.uuid} blueprint={blueprint} choices={found} choose={choose} />
          )
        }
      </OneStates>
    </Page>
  );
}

/** First the values that the blueprint leaves open, then the form. */
function FromBlueprint({ blueprint, choices, choose }: { blueprint: Blueprint; choices: PipelineChoices; choose: ChooseStudies }) {
  const [draft, setDraft] = useState<PipelineDraft | null>(null);
  if (draft !== null) return <PipelineForm initial={draft} pipeline={null} choices={choices} choose={choose} />;
  return (
    <FillBlueprint
      blueprint={blueprint}
      choices={choices}
      onFill={(values) => {
        const definition = fillBlueprint(blueprint, values);
        if (definition !== null) setDraft(draftOfBlueprint(blueprint, definition));
        return definition !== null;
      }}
    />
  );
}

/** ROUTE-082. */
export function PipelineEditPage({ choose }: { choose: ChooseStudies }) {
  const { id: inPath } = useParams({ strict: false }) as { id?: string };
  const id = numberIn(inPath);
  const query = usePipeline(id);
  const choices = usePipelineChoices();
  const isLoaded = query.data !== undefined && choices.data !== undefined;
  return (
    <Page
      title={query.data?.name ?? TEXTS.pipelines}
      breadcrumb={[<PipelinesCrumb key="pipelines" />]}
      actions={
        <Button component={Link} to="/pipeline/$id" params={{ id: String(id) } as never} variant="subtle" color="gray">
          {TEXTS.discard}
        </Button>
      }
    >
      <OneStates
        query={{ ...query, isError: query.isError || choices.isError, data: isLoaded ? query.data : undefined }}
        isGone={id === null || isGone(query.error)}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.oneFailed, query.error ?? choices.error) }}
      >
        {(found) =>
          found === undefined ? (
            <Skeleton height={480} />
          ) : (
            // What somebody types is not replaced by news.
            <PipelineForm key={found.id} initial={draftOf(found)} pipeline={found} choices={choices.data!} choose={choose} />
          )
        }
      </OneStates>
    </Page>
  );
}
