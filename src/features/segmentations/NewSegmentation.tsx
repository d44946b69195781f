import { Checkbox, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { Swatch } from '#ui/Swatch.tsx';
import classes from './Organize.module.css';
import { findStructures, type KnownStructure } from './known-structures.ts';
import { TEXTS } from './texts.ts';
import { useKnownStructures, useStructureSearch, type SaveWrite } from './use-organize.ts';

interface NewSegmentationProps {
  study: string;
  save: SaveWrite;
  onCreated: (uuid: string) => void;
}

/** ORG-014: asks for the structure. Without the server, those are offered that this device knows. */
export function NewSegmentation({ study, save, onCreated }: NewSegmentationProps) {
  const { serverReachable } = useSession<Session>();
  const [search, setSearch] = useState('');
  const [exclusive, setExclusive] = useState(false);
  const found = useStructureSearch(search);
  const known = useKnownStructures();
  const structures: readonly KnownStructure[] | undefined = serverReachable ? found.data?.data : findStructures(known, search);

  function create({ slug, title, category }: KnownStructure) {
    const segmentation = crypto.randomUUID();
    save({ kind: 'segmentation', study, segmentation, structure: { slug, title, category }, exclusive });
    onCreated(segmentation);
    modals.closeAll();
  }

  function noteText(): string {
    if (!serverReachable && known.length === 0) return TEXTS.noKnownStructures;
    if (structures?.length === 0) return TEXTS.noStructure;
    if (!serverReachable) return TEXTS.knownStructures;
    return found.isError && structures === undefined ? TEXTS.structuresFailed : '';
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
      <Checkbox
        mt="sm"
        label={TEXTS.exclusive}
        description={TEXTS.exclusiveWhy}
        checked={exclusive}
        onChange={({ currentTarget }) => setExclusive(currentTarget.checked)}
      />
      <p className={classes.note} role="status">
        {noteText()}
      </p>
      <ul className={classes.choices} aria-label={TEXTS.structure}>
        {structures?.map((structure) => (
          <li key={structure.id}>
            <button type="button" className={classes.choice} onClick={() => create(structure)}>
              <Swatch color={structure.color} />
              <span>{structure.title}</span>
              <span className={classes.dim}>{structure.category.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
