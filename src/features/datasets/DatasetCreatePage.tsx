import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertOctagon } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { withStatus } from '#api/failure-texts.ts';
import { fieldErrors } from '#api/field-errors.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './Datasets.module.css';
import { failureText, TEXTS } from './texts.ts';
import { useDatasetsChanged, useStructureOptions } from './use-datasets.ts';

const SEARCH_AFTER_MS = 300;

/** ROUTE-111: a new dataset. */
export function DatasetCreatePage() {
  return (
    <Page
      title={TEXTS.newDataset}
      breadcrumb={[
        <Link key="datasets" to="/dataset">
          {TEXTS.datasets}
        </Link>,
      ]}
      width="text"
    >
      <DatasetForm />
    </Page>
  );
}

function DatasetForm() {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const changed = useDatasetsChanged();
  // One for the whole form: a second try after a lost answer is the same dataset.
  const [uuid] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [structure, setStructure] = useState<{ id: number; title: string } | null>(null);
  const [faults, setFaults] = useState<{ name?: string; structure?: string }>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [nameField, structureField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];

  function refuse(wrong: typeof faults) {
    setFaults(wrong);
    (wrong.name === undefined ? structureField : nameField).current?.focus();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable) return;
    if (name.trim() === '') return refuse({ name: TEXTS.needed, ...(structure === null && { structure: TEXTS.structureNeeded }) });
    if (structure === null) return refuse({ structure: TEXTS.structureNeeded });
    setBusy(true);
    setFailure(null);
    setFaults({});
    const answer = await callApi(CALLS.createDataset, { body: { uuid, name: name.trim(), structure_id: structure.id } });
    setBusy(false);
    if (!answer.ok) {
      const { structure_id: wrong } = fieldErrors(answer.failure);
      return wrong === undefined ? setFailure(answer.failure) : refuse({ structure: wrong });
    }
    await changed();
    await navigate({ to: '/dataset/$id', params: { id: String(answer.value.id) } });
  }

  return (
    <form className={classes.panel} noValidate onSubmit={(event) => void save(event)}>
      <TextInput
        ref={nameField}
        label={TEXTS.name}
        value={name}
        error={faults.name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        autoComplete="off"
      />
      <StructureField ref={structureField} chosen={structure} fault={faults.structure} onChoose={setStructure} />
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
      <div className={classes.actions}>
        <Button component={Link} to="/dataset" variant="default">
          {TEXTS.cancel}
        </Button>
        <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
          {TEXTS.create}
        </ServerButton>
      </div>
    </form>
  );
}

interface StructureFieldProps {
  ref: React.Ref<HTMLInputElement>;
  chosen: { id: number; title: string } | null;
  fault: string | undefined;
  onChoose: (structure: { id: number; title: string } | null) => void;
}

/** The server searches: a team may have a thousand structures. */
function StructureField({ ref, chosen, fault, onChoose }: StructureFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === chosen?.title ? '' : typed.trim(), SEARCH_AFTER_MS);
  const { data, error } = useStructureOptions(search);
  const found = data?.data ?? [];
  const offered = chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  return (
    <Select
      ref={ref}
      label={TEXTS.structure}
      description={TEXTS.structureNote}
      placeholder={TEXTS.structureSearch}
      error={error === null ? fault : withStatus(TEXTS.structuresFailed, error)}
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
