import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { AsideGroup } from '#contract/aside-groups.ts';
import { writeAsideFile } from '#localdb/masks/work-file.ts';
import { workFileName } from '#model/work-file-name.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { NewPassphrase } from '#ui/passphrase/NewPassphrase.tsx';
import { passphraseFault, type PassphraseFault } from '#ui/passphrase/passphrase.ts';
import { fileText, savedText, TEXTS } from './texts.ts';
import { fetchGroup } from './use-kept-aside.ts';

interface SaveGroupProps {
  /** Its author has an account: nobody else can open the file. */
  group: AsideGroup & { user: NonNullable<AsideGroup['user']> };
  /** Slug. */
  team: string;
}

export function showSaveGroup(props: SaveGroupProps): void {
  modals.open({ title: TEXTS.save, size: 'md', children: <SaveGroup {...props} /> });
}

/** Says who can open the file, asks for a passphrase, and saves what the server keeps aside. */
function SaveGroup({ group, team }: SaveGroupProps) {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [fault, setFault] = useState<PassphraseFault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);

  async function save() {
    const found = passphraseFault(passphrase, again);
    setFault(found);
    setSaid(null);
    if (found !== null) return;
    setBusy(true);
    const operations = await fetchGroup(group);
    if (operations === null) setSaid(TEXTS.unloaded);
    else if (operations.length === 0) setSaid(TEXTS.decided);
    else {
      const bytes = await writeAsideFile(operations, { userId: group.user.id, team, passphrase });
      const name = workFileName(new Date());
      saveFile({ name, file: new Blob([bytes], { type: 'application/octet-stream' }) });
      setSaid(savedText(name, operations.length));
      setSaved(true);
    }
    setBusy(false);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack>
        {!isSaved && (
          <>
            <Text>{fileText(group)}</Text>
            <NewPassphrase
              passphrase={passphrase}
              again={again}
              fault={fault}
              disabled={isBusy}
              onPassphrase={setPassphrase}
              onAgain={setAgain}
            />
          </>
        )}
        <Text role="status">{isBusy ? TEXTS.saving : said}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {isSaved ? TEXTS.close : TEXTS.cancel}
          </Button>
          {!isSaved && (
            <Button type="submit" loading={isBusy}>
              {TEXTS.save}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
