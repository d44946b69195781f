import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import { TEXTS } from './texts.ts';
import { useStructureOptions, useStructureTitle } from './use-campaigns.ts';

const SEARCH_AFTER_MS = 300;

interface StructureFieldProps {
  chosen: { id: number; title: string | null } | null;
  error: string | undefined;
  disabled: boolean;
  onChoose: (structure: { id: number; title: string } | null) => void;
}

/** The server searches: a team may have a thousand structures. */
export function StructureField({ chosen, error: fault, disabled, onChoose }: StructureFieldProps) {
  const [typed, setTyped] = useState('');
  const loaded = useStructureTitle(chosen !== null && chosen.title === null ? chosen.id : null);
  const title = chosen === null ? null : (chosen.title ?? loaded ?? `${TEXTS.structure} ${chosen.id}`);
  const [search] = useDebouncedValue(typed === title ? '' : typed.trim(), SEARCH_AFTER_MS);
  const { data, error } = useStructureOptions(search);
  const found = (data?.data ?? []).map((each) => ({ id: each.id, title: each.title }));
  const offered =
    chosen === null || title === null || found.some(({ id }) => id === chosen.id) ? found : [{ id: chosen.id, title }, ...found];
  return (
    <Select
      data-field="structure"
      label={TEXTS.structure}
      description={TEXTS.structureNote}
      placeholder={TEXTS.structureSearch}
      error={error === null ? fault : withStatus(TEXTS.structuresFailed, error)}
      disabled={disabled}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has decided what matches.
      filter={({ options }) => options}
      data={offered.map((each) => ({ value: String(each.id), label: each.title }))}
      value={chosen === null ? null : String(chosen.id)}
      onChange={(value) => onChoose(offered.find(({ id }) => String(id) === value) ?? null)}
      nothingFoundMessage={TEXTS.structureNotFound}
      maxDropdownHeight={260}
    />
  );
}
