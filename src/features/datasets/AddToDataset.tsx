import { IconDatabase } from '@tabler/icons-react';
import { callApi } from '#api/call-api.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { ChoiceList } from '#ui/lists/ChoiceList.tsx';
import { LIST_TEXTS } from '#ui/lists/list-texts.ts';
import { SelectionAction } from '#ui/lists/SelectionAction.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showDone, showFailure } from '#ui/toasts.ts';
import { addedToDatasetText, TEXTS } from './texts.ts';
import { useDatasets, useDatasetsChanged } from './use-datasets.ts';

/** Adds the selected studies to a dataset, in one call (PCALL-52). The newest datasets are offered. */
export function AddToDataset({ studies }: { studies: readonly string[] }) {
  const { serverReachable } = useSession<Session>();
  const datasets = useDatasets({ page: 1, search: '' }).data?.data ?? [];
  const askAgain = useDatasetsChanged();

  async function add(id: string, name: string) {
    const answer = await callApi(CALLS.changeDatasetStudies, { params: { id }, body: { add: [...studies] } });
    if (!answer.ok) return showFailure(changeFailureText(answer.failure));
    showDone(addedToDatasetText(name));
    await askAgain();
  }
  return (
    <SelectionAction icon={IconDatabase} label={TEXTS.dataset} serverReachable={serverReachable} why={TEXTS.needsServer}>
      {(close) => (
        <ChoiceList
          label={TEXTS.dataset}
          choices={datasets.map(({ id, name, structure }) => ({ value: String(id), label: name, note: structure.title }))}
          chosen={null}
          onChoose={(id) => {
            close();
            void add(id, datasets.find((dataset) => String(dataset.id) === id)?.name ?? '');
          }}
          texts={{ find: TEXTS.findDataset, none: LIST_TEXTS.nothingToChoose, notFound: LIST_TEXTS.notFound }}
        />
      )}
    </SelectionAction>
  );
}
