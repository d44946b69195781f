import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import type { DatasetVersion } from '#contract/dataset-versions.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { useDatasetOptions, useFrozenVersions } from './frozen-versions.ts';
import { segmentsFit } from './segments-fit.ts';
import { TEXTS, versionLabel } from './texts.ts';
import type { TrainingDraft } from './training-draft.ts';
import classes from './Trainings.module.css';

const SEARCH_AFTER_MS = 300;

interface DatasetVersionFieldProps {
  dataset: TrainingDraft['dataset'];
  /** Its UUID. */
  version: string | null;
  /** Of the chosen model. */
  segments: readonly { title: string; value: number }[] | null;
  error: string | undefined;
  onDataset: (dataset: TrainingDraft['dataset']) => void;
  onVersion: (version: DatasetVersion | null) => void;
}

/** A frozen version of a dataset. Those with other segments than the model are shown with the reason and cannot be chosen (AI-004). */
export function DatasetVersionField({ dataset, version, segments, error: fault, onDataset, onVersion }: DatasetVersionFieldProps) {
  const { permissions } = useSession<Session>();
  const maySee = permissions.has('r:datasets');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === dataset?.name ? '' : typed.trim(), SEARCH_AFTER_MS);
  const { data, error } = useDatasetOptions(search, maySee);
  const found: NonNullable<TrainingDraft['dataset']>[] = data?.data ?? [];
  const offered = dataset === null || found.some(({ id }) => id === dataset.id) ? found : [dataset, ...found];
  const versions = useFrozenVersions(dataset?.id ?? null);
  const frozen = (versions.data?.data ?? []).filter(({ state }) => state === 'frozen');
  return (
    <div className={classes.pair}>
      <Select
        data-field="dataset"
        label={TEXTS.dataset}
        placeholder={TEXTS.datasetSearch}
        description={maySee ? undefined : TEXTS.datasetsNotAllowed}
        error={error !== null && withStatus(TEXTS.datasetsFailed, error)}
        disabled={!maySee}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        // The server has decided what matches.
        filter={({ options }) => options}
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={dataset === null ? null : String(dataset.id)}
        onChange={(value) => onDataset(offered.find(({ id }) => String(id) === value) ?? null)}
        nothingFoundMessage={TEXTS.datasetNotFound}
        maxDropdownHeight={260}
      />
      <Select
        data-field="version"
        label={TEXTS.version}
        placeholder={TEXTS.versionChoose}
        description={dataset !== null && versions.isSuccess && frozen.length === 0 ? TEXTS.noVersions : undefined}
        error={versions.error === null ? fault : withStatus(TEXTS.versionsFailed, versions.error)}
        disabled={frozen.length === 0}
        data={frozen.map((each) => {
          const fits = segments === null || segmentsFit(segments, each.classes);
          return { value: each.uuid, label: fits ? labelOf(each) : `${labelOf(each)}: ${TEXTS.segmentsDiffer}`, disabled: !fits };
        })}
        value={version}
        onChange={(value) => onVersion(frozen.find(({ uuid }) => uuid === value) ?? null)}
        maxDropdownHeight={260}
      />
    </div>
  );
}

function labelOf({ number, title, parts: { train, validation, test } }: DatasetVersion): string {
  return versionLabel({ number, title }, train.patients + validation.patients + test.patients);
}
