import { ActionIcon, Button, Group, Menu, Stack, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Folder } from '#contract/folders.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { showFailure } from '#ui/toasts.ts';
import { deleteFolderTitle, TEXTS } from '#features/studies/texts.ts';
import { useAskListsAgain } from './use-folders.ts';

const FOLDER = TEXTS.folder;

/** What can be done with the folder that the list shows. */
export function FolderMenu({ folder, serverReachable, onDeleted }: { folder: Folder; serverReachable: boolean; onDeleted: () => void }) {
  const askAgain = useAskListsAgain();

  async function remove() {
    const answer = await callApi(CALLS.deleteFolder, { params: { id: String(folder.id) } });
    modals.closeAll();
    if (!answer.ok) return showFailure(changeFailureText(answer.failure));
    onDeleted();
    await askAgain();
  }
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon aria-label={FOLDER.actions}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!serverReachable && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
        <Menu.Item
          disabled={!serverReachable}
          onClick={() => modals.open({ title: FOLDER.rename, children: <RenameForm folder={folder} /> })}
        >
          {FOLDER.rename}…
        </Menu.Item>
        {!folder.deletable && <Menu.Label>{FOLDER.notDeletable}</Menu.Label>}
        <Menu.Item
          color="coral"
          disabled={!serverReachable || !folder.deletable}
          onClick={() =>
            askFirst({
              title: deleteFolderTitle(folder.name),
              why: FOLDER.removeWhy,
              act: FOLDER.remove,
              keep: FOLDER.keep,
              onAct: remove,
            })
          }
        >
          {FOLDER.remove}…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function RenameForm({ folder }: { folder: Folder }) {
  const [name, setName] = useState(folder.name);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const askAgain = useAskListsAgain();

  async function save() {
    if (name.trim() === '') return setFailure(FOLDER.nameNeeded);
    setBusy(true);
    const answer = await callApi(CALLS.changeFolder, { params: { id: String(folder.id) }, body: { name } });
    setBusy(false);
    if (!answer.ok) return setFailure(changeFailureText(answer.failure));
    modals.closeAll();
    await askAgain();
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack>
        <TextInput
          label={FOLDER.name}
          value={name}
          maxLength={100}
          error={failure}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {FOLDER.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
