import { TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { Swatch } from '#ui/Swatch.tsx';
import { showDone } from '#ui/toasts.ts';
import classes from './Organize.module.css';
import { TEXTS } from './texts.ts';
import { useChange, useStructureSearch } from './use-organize.ts';

/** ORG-014: asks for the structure. Its UUID is made here, so that a repeated call makes no second one. */
export function NewSegmentation({ study, onCreated }: { study: string; onCreated: (uuid: string) => void }) {
  const [search, setSearch] = useState('');
  const [uuid] = useState(() => crypto.randomUUID());
  const { data, isError } = useStructureSearch(search);
  const { busy, change } = useChange();

  async function create(structure: string) {
    const made = await change(callApi(CALLS.createSegmentation, { params: { uuid: study }, body: { structure, rbac: 1, uuid } }));
    modals.closeAll();
    if (made === undefined) return;
    onCreated(uuid);
    showDone(TEXTS.created);
  }

  return (
    <>
      <TextInput
        label={TEXTS.findStructure}
        value={search}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <p className={classes.note} role="status">
        {isError ? TEXTS.structuresFailed : data?.data.length === 0 ? TEXTS.noStructure : ''}
      </p>
      <ul className={classes.choices} aria-label={TEXTS.structure}>
        {data?.data.map(({ id, slug, title, category, color }) => (
          <li key={id}>
            <button type="button" className={classes.choice} disabled={busy} onClick={() => void create(slug)}>
              <Swatch color={color} />
              <span>{title}</span>
              <span className={classes.dim}>{category.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
