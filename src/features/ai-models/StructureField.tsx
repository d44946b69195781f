import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import { TEXTS } from './texts.ts';
import { useStructureOptions } from './use-models.ts';

const SEARCH_AFTER_MS = 300;

interface StructureFieldProps {
  chosen: { id: number; title: string } | null;
  error: string | undefined;
  disabled: boolean;
  onChoose: (structure: { id: number; title: string } | null) => void;
}

/** The server searches: a team may have a thousand structures. */
export function StructureField({ chosen, error: fault, disabled, onChoose }: StructureFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === chosen?.title ? '' : typed.trim(), SEARCH_AFTER_MS);
  const { data, error } = useStructureOptions(search);
  const found = (data?.data ?? []).map(({ id, title }) => ({ id, title }));
  const offered = chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  return (
    <Select
      data-field="structure"
      label={TEXTS.structure}
      placeholder={TEXTS.structureSearch}
      error={error === null ? fault : withStatus(TEXTS.structuresFailed, error)}
      disabled={disabled}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has decided what matches.
      filter={({ options }) => options}
      data={offered.map(({ id, title }) => ({ value: String(id), label: title }))}
      value={chosen === null ? null : String(chosen.id)}
      onChange={(value) => onChoose(offered.find(({ id }) => String(id) === value) ?? null)}
      nothingFoundMessage={TEXTS.structureNotFound}
      maxDropdownHeight={260}
    />
  );
}
