import { Button, PasswordInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { openText, passwordLabel, SERVER_ARCHIVE_TEXTS } from './server-archive-texts.ts';
import classes from './ArchivePassword.module.css';
import type { Unlock } from './use-server-archives.ts';

interface ServerPasswordProps {
  /** Of the archive: the name of the sent file, followed by a slash and the name of an archive inside it. */
  path: string;
  /** The previous password was wrong. */
  isWrong: boolean;
  /** The server is reading, and accepts no other password meanwhile. */
  isReading: boolean;
  onUnlock: Unlock;
}

/** Shown if the server reports a locked archive. The password is sent there and not stored here. Another row shows the result. */
export function ArchivePassword({ path, isWrong, isReading, onUnlock }: ServerPasswordProps) {
  const [password, setPassword] = useState('');
  const [state, setState] = useState<'asked' | 'trying' | 'tried' | 'unreached'>('asked');

  const isBusy = isReading || state === 'trying' || state === 'tried';

  async function unlock(event: FormEvent) {
    event.preventDefault();
    if (password === '' || isBusy) return;
    setState('trying');
    const isTaken = await onUnlock(path, password);
    setState(isTaken ? 'tried' : 'unreached');
    if (isTaken) setPassword('');
  }

  const wrong = isWrong && !isBusy && password === '' ? SERVER_ARCHIVE_TEXTS.wrongPassword : null;
  return (
    <form className={classes.form} onSubmit={(event) => void unlock(event)}>
      <PasswordInput
        size="sm"
        label={SERVER_ARCHIVE_TEXTS.password}
        aria-label={passwordLabel(path)}
        autoComplete="off"
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setState('asked');
        }}
        error={state === 'unreached' ? SERVER_ARCHIVE_TEXTS.noServer : wrong}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={isBusy ? SERVER_ARCHIVE_TEXTS.reading : undefined}
        disabled={isBusy}
        className={classes.field ?? ''}
      />
      <Button type="submit" variant="default" loading={isBusy} aria-label={openText(path)}>
        {SERVER_ARCHIVE_TEXTS.unlock}
      </Button>
    </form>
  );
}
