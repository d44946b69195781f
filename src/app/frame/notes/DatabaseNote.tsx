import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useOptionalOwn } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import type { LocalDb } from '#localdb/schema.ts';
import classes from './UpdateNote.module.css';

/** Two tabs run different versions of the app, so the screen may not show what is stored on this device. */
export function DatabaseNote() {
  const db = useOptionalOwn()?.db;
  return db ? <NoteOf db={db} /> : null;
}

function NoteOf({ db: { connection } }: { db: LocalDb }) {
  const state = useSyncExternalStore(connection.subscribe, connection.read);
  if (state === 'open' || state === 'gone') return null;
  return (
    <div className={classes.note} role="alert">
      <IconRefresh size={18} stroke={1.5} aria-hidden />
      <b>{state === 'outdated' ? TEXTS.databaseOutdated : TEXTS.databaseBlocked}</b>
      <span>{state === 'outdated' ? TEXTS.databaseOutdatedNote : TEXTS.databaseBlockedNote}</span>
      {state === 'outdated' && (
        <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
          {TEXTS.reload}
        </Button>
      )}
    </div>
  );
}
