import { Button, Group, Stack, Text } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { unlessOutdated } from '#localdb/connection.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { countWork, writeWorkFile } from '#localdb/masks/work-file.ts';
import { workFileName } from '#model/work-file-name.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { NewPassphrase } from '#ui/passphrase/NewPassphrase.tsx';
import { passphraseFault, type PassphraseFault } from '#ui/passphrase/passphrase.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { contentText, savedText, WORK_FILE_TEXTS as TEXTS } from './work-file-texts.ts';
import type { WorkOwner } from './work-owner.ts';

/** Says what the file has and who can open it, asks for a passphrase, and saves it. */
export function SaveWork({ db, userId, team, onClose }: WorkOwner & { onClose: () => void }) {
  const count = useLiveQuery(() => unlessOutdated(db, () => countWork(db)), [db]);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [fault, setFault] = useState<PassphraseFault | null>(null);
  /** From 0 to 1; null while nothing is saved. */
  const [part, setPart] = useState<number | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);

  async function save() {
    const found = passphraseFault(passphrase, again);
    setFault(found);
    setSaid(null);
    if (found !== null) return;
    setPart(0);
    try {
      const written = await writeWorkFile(db, await openDeviceKey(db), { userId, team, passphrase, onPart: setPart });
      const name = workFileName(new Date());
      saveFile({ name, file: new Blob([written.bytes], { type: 'application/octet-stream' }) });
      setSaid(savedText(name, written));
      setSaved(true);
    } catch (error) {
      if (!db.connection.isOver()) reportError(error);
      setSaid(TEXTS.saveFailed);
    }
    setPart(null);
  }

  const isNothing = count === 0;
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
            <Text>{isNothing ? TEXTS.nothing : count === undefined ? '' : contentText(count)}</Text>
            {!isNothing && (
              <>
                <Text>{`${TEXTS.noNames} ${TEXTS.sealed}`}</Text>
                <Text>{TEXTS.staysHere}</Text>
                <NewPassphrase
                  passphrase={passphrase}
                  again={again}
                  fault={fault}
                  disabled={part !== null}
                  onPassphrase={setPassphrase}
                  onAgain={setAgain}
                />
              </>
            )}
          </>
        )}
        {part !== null && <ProgressBar label={TEXTS.saving} total={1} parts={[{ amount: part, tone: 'moving' }]} />}
        <Text role="status">{said}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {isSaved || isNothing ? TEXTS.close : TEXTS.cancel}
          </Button>
          {!isSaved && (
            <Button type="submit" loading={part !== null} disabled={count === undefined || isNothing}>
              {TEXTS.save}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
