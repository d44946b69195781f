import { Button, FileInput, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { openDeviceKey } from '#localdb/device-key.ts';
import { openWorkFile } from '#localdb/masks/work-file.ts';
import { isQuotaError } from '#localdb/quota.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { openedText, refusedText, WORK_FILE_TEXTS as TEXTS } from './work-file-texts.ts';
import type { WorkOwner } from './work-owner.ts';

/** Asks for the file and its passphrase, and puts what is in it where drawn work waits. */
export function OpenWork({ db, userId, team, onClose }: WorkOwner & { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  /** From 0 to 1; null while nothing is opened. */
  const [part, setPart] = useState<number | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [isOpened, setOpened] = useState(false);

  /** What is to be said, and whether the work is here. */
  async function opened(chosen: File): Promise<[string, boolean]> {
    const bytes = await chosen.arrayBuffer().catch(() => null);
    if (bytes === null) return [TEXTS.unreadable, false];
    try {
      const owner = { userId, team, passphrase, onPart: setPart };
      const answer = await openWorkFile(db, await openDeviceKey(db), new Uint8Array(bytes), owner);
      return answer.ok ? [openedText(answer), true] : [refusedText(answer.why), false];
    } catch (error) {
      if (isQuotaError(error)) return [TEXTS.noRoom, false];
      if (!db.connection.isOver()) reportError(error);
      return [TEXTS.openFailed, false];
    }
  }

  async function open() {
    if (file === null) return setSaid(TEXTS.noFile);
    setSaid(null);
    setPart(0);
    const [words, isHere] = await opened(file);
    setSaid(words);
    setOpened(isHere);
    setPart(null);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <Stack>
        {!isOpened && (
          <>
            <Text>{TEXTS.openWhy}</Text>
            <FileInput
              label={TEXTS.choose}
              placeholder={TEXTS.choose}
              value={file}
              disabled={part !== null}
              onChange={setFile}
              data-autofocus
            />
            <PasswordInput
              label={TEXTS.passphrase}
              autoComplete="off"
              value={passphrase}
              disabled={part !== null}
              onChange={(event) => setPassphrase(event.currentTarget.value)}
            />
          </>
        )}
        {part !== null && <ProgressBar label={TEXTS.opening} total={1} parts={[{ amount: part, tone: 'moving' }]} />}
        <Text role="status">{said}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {isOpened ? TEXTS.close : TEXTS.cancel}
          </Button>
          {!isOpened && (
            <Button type="submit" loading={part !== null}>
              {TEXTS.open}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
