import { t } from '#language/t.ts';
import { numberIn } from '#model/addresses/number-in.ts';
import { isGone } from '#api/failure-status.ts';
import { Skeleton } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { IconLock } from '@tabler/icons-react';
import { withStatus } from '#api/failure-texts.ts';
import { OneStates } from '#ui/lists/OneStates.tsx';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { ModelForm } from './ModelForm.tsx';
import { ModelsCrumb } from './ModelsCrumb.tsx';
import { TEXTS } from './texts.ts';
import { useModel } from './use-models.ts';

const CRUMBS = [<ModelsCrumb key="models" />];
const NOT_YOURS = t('Only whoever made this model, or leads the team, can change it.');

/** ROUTE-071, 073, 077, 078: a new model, a copy of the one in the query, or the one in the address. */
export function ModelFormPage() {
  const id = numberIn((useParams({ strict: false }) as { id?: string }).id);
  const from = numberIn((useSearch({ strict: false }) as { from?: unknown }).from);
  const of = id ?? from;
  const query = useModel(of);
  const title = id !== null ? TEXTS.editModel : from !== null ? TEXTS.copyModel : TEXTS.newModel;
  return (
    <Page title={title} breadcrumb={CRUMBS} width="text">
      {of === null ? (
        <ModelForm base={null} parent={null} />
      ) : (
        <OneStates query={query} isGone={isGone(query.error)} texts={{ ...TEXTS, failed: withStatus(TEXTS.modelFailed, query.error) }}>
          {(model) =>
            model === undefined ? (
              <Skeleton height={320} />
            ) : id !== null && !model.editable ? (
              <Note tone="you" icon={IconLock} title={NOT_YOURS} />
            ) : (
              <ModelForm key={model.id} base={id === null ? null : model} parent={id === null ? model : null} />
            )
          }
        </OneStates>
      )}
    </Page>
  );
}
