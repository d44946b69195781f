import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import { TEXTS } from './texts.ts';
import type { TrainingDraft } from './training-draft.ts';
import { useModelOptions } from './use-trainings.ts';

const SEARCH_AFTER_MS = 300;

interface ModelFieldProps {
  chosen: TrainingDraft['model'];
  error: string | undefined;
  onChoose: (model: TrainingDraft['model']) => void;
}

/** The server searches: a team may have hundreds of models. */
export function ModelField({ chosen, error: fault, onChoose }: ModelFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), SEARCH_AFTER_MS);
  const { data, error } = useModelOptions(search);
  const found: NonNullable<TrainingDraft['model']>[] = data?.data ?? [];
  const offered = chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  return (
    <Select
      data-field="model"
      label={TEXTS.model}
      placeholder={TEXTS.modelSearch}
      error={error === null ? fault : withStatus(TEXTS.modelsFailed, error)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has decided what matches.
      filter={({ options }) => options}
      data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen === null ? null : String(chosen.id)}
      onChange={(value) => onChoose(offered.find(({ id }) => String(id) === value) ?? null)}
      nothingFoundMessage={search === '' && data?.total === 0 ? TEXTS.noModels : TEXTS.modelNotFound}
      maxDropdownHeight={260}
    />
  );
}
