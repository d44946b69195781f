import { Button, PasswordInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { passwordLabel, SERVER_ARCHIVE_TEXTS } from './server-archive-texts.ts';
import classes from './ServerPassword.module.css';
import type { Unlock } from './use-server-archives.ts';

interface ServerPasswordProps {
  /** Of the archive: the name of what was sent, and behind a slash that of one in it. */
  path: string;
  /** The one before was none. */
  isWrong: boolean;
  /** The server is reading, and hears of no other one meanwhile. */
  isReading: boolean;
  onUnlock: Unlock;
}

/** Asked for where the server says that an archive is locked. It goes there and is kept nowhere here. What comes of it is told by another row. */
export function ServerPassword({ path, isWrong, isReading, onUnlock }: ServerPasswordProps) {
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
      <Button type="submit" variant="default" loading={isBusy} aria-label={`${SERVER_ARCHIVE_TEXTS.unlock} ${path}`}>
        {SERVER_ARCHIVE_TEXTS.unlock}
      </Button>
    </form>
  );
}
