import { Select } from '@mantine/core';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { LOCK_MINUTES } from '#contract/entities.ts';
import type { Session } from '#model/session.ts';
import sections from '#ui/sections.module.css';
import { useSession } from '#ui/session-context.tsx';
import classes from './Team.module.css';
import { showFailure } from '#ui/toasts.ts';
import { minutesText, textOfFailure, TEXTS } from './texts.ts';

/** The range of the contract, in practical steps. */
const MINUTES = [2, 3, 5, 10, 15, 20, 30];

/** The idle time after which the team's screens lock. The server decides; the page shows its value. */
export function LockMinutesField() {
  const { team, serverReachable, reload } = useSession<Session>();
  const [wanted, setWanted] = useState<number | null>(null);
  if (team === null) return null;
  const minutes = wanted ?? team.lock_minutes ?? LOCK_MINUTES;

  async function save(next: number) {
    setWanted(next);
    const answer = await callApi(CALLS.saveTeamLock, { body: { minutes: next } });
    if (!answer.ok) showFailure(textOfFailure(answer.failure));
    else await reload();
    setWanted(null);
  }

  return (
    <section aria-labelledby="screen-lock">
      <h2 id="screen-lock" className={sections.heading}>
        {TEXTS.screenLock}
      </h2>
      <Select
        className={classes.lock ?? ''}
        label={TEXTS.lockAfter}
        description={serverReachable ? TEXTS.lockNote : TEXTS.needsServer}
        data={[...new Set([...MINUTES, minutes])]
          .sort((a, b) => a - b)
          .map((value) => ({ value: String(value), label: minutesText(value) }))}
        value={String(minutes)}
        allowDeselect={false}
        disabled={!serverReachable || wanted !== null}
        onChange={(value) => value !== null && Number(value) !== minutes && void save(Number(value))}
      />
    </section>
  );
}
