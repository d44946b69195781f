import { ActionIcon, Box, Button, Group, Menu, Stack, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon, IconDots, IconLock, IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Dataset } from '#contract/datasets.ts';
import type { Session } from '#model/session.ts';
import { DeleteItem } from '#ui/lists/DeleteItem.tsx';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { SplitDataset } from './SplitDataset.tsx';
import { failureText, TEXTS } from './texts.ts';
import { useDatasetsChanged } from './use-datasets.ts';
import { FreezeDataset } from './versions/FreezeDataset.tsx';
import { VERSION_TEXTS } from './versions/version-texts.ts';

export function DatasetActions({ dataset }: { dataset: Dataset }) {
  const { serverReachable } = useSession<Session>();
  return (
    <>
      <ServerButton
        variant="default"
        serverReachable={serverReachable && dataset.patients > 0}
        why={serverReachable ? TEXTS.splitEmpty : TEXTS.needsServer}
        onClick={() => modals.open({ title: TEXTS.splitTitle, children: <SplitDataset dataset={dataset} /> })}
      >
        {TEXTS.splitMenu}
      </ServerButton>
      <FreezeButton dataset={dataset} />
      <DatasetMenu dataset={dataset} />
    </>
  );
}

function FreezeButton({ dataset }: { dataset: Dataset }) {
  const { serverReachable, permissions } = useSession<Session>();
  const navigate = useNavigate();
  const may = permissions.has('r:studies') && permissions.has('r:studies:detail');
  const why = !serverReachable ? TEXTS.needsServer : may ? VERSION_TEXTS.freezeEmpty : VERSION_TEXTS.mayNot;
  const showVersions = () => void navigate({ to: '/dataset/$id', params: { id: String(dataset.id) }, search: { tab: 'versions' } });
  return (
    <ServerButton
      aria-label={VERSION_TEXTS.freezeMenu}
      serverReachable={serverReachable && may && dataset.studies > 0}
      why={why}
      onClick={() =>
        modals.open({
          title: VERSION_TEXTS.freezeTitle,
          size: 'xl',
          children: <FreezeDataset dataset={dataset} onFrozen={showVersions} />,
        })
      }
    >
      <IconLock size={16} stroke={1.5} aria-hidden />
      {/* On a phone and when zoomed, the header has no room for the word. */}
      <Box component="span" visibleFrom="xs" ms="xs">
        {VERSION_TEXTS.freezeMenu}
      </Box>
    </ServerButton>
  );
}

function DatasetMenu({ dataset: { id, name, deletable } }: { dataset: Dataset }) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const changed = useDatasetsChanged();

  async function remove() {
    const answer = await callApi(CALLS.deleteDataset, { params: { id: String(id) } });
    modals.closeAll();
    if (!answer.ok) return showTrouble(failureText(answer.failure));
    await navigate({ to: '/dataset' });
    await changed();
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={TEXTS.actions}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!serverReachable && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
        {!deletable && <Menu.Label>{TEXTS.notDeletable}</Menu.Label>}
        <Menu.Item
          disabled={!serverReachable}
          leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
          onClick={() => modals.open({ title: TEXTS.renameTitle, children: <RenameDataset id={id} name={name} /> })}
        >
          {TEXTS.rename}
        </Menu.Item>
        {deletable && (
          <DeleteItem
            name={name}
            texts={{ menu: TEXTS.deleteMenu, ask: TEXTS.deleteAsk, act: TEXTS.delete, why: TEXTS.deleteWhy, keep: TEXTS.keep }}
            disabled={!serverReachable}
            onDelete={remove}
          />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function RenameDataset({ id, name: before }: Pick<Dataset, 'id' | 'name'>) {
  const { serverReachable } = useSession<Session>();
  const changed = useDatasetsChanged();
  const [name, setName] = useState(before);
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (!serverReachable || name.trim() === '') return;
    setBusy(true);
    const answer = await callApi(CALLS.changeDataset, { params: { id: String(id) }, body: { name: name.trim() } });
    setBusy(false);
    await changed();
    if (!answer.ok) return setFailure(answer.failure);
    modals.closeAll();
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack>
        <TextInput
          label={TEXTS.name}
          value={name}
          error={isMissing && TEXTS.needed}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          autoComplete="off"
          data-autofocus
        />
        {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {TEXTS.cancel}
          </Button>
          <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
            {TEXTS.save}
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}
