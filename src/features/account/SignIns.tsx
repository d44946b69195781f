import { Button, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import type { SignIn } from '#contract/calls/account-calls.ts';
import { CALLS } from '#contract/calls.ts';
import { parseWireDate } from '#contract/dates.ts';
import { t } from '#language/t.ts';
import { formatMoment } from '#ui/format.ts';
import { ListStates } from '#ui/lists/ListStates.tsx';
import sections from '#ui/sections.module.css';
import { PROFILE_TEXTS as TEXTS } from './profile-texts.ts';
import classes from './profile.module.css';

export const SIGN_INS = ['own-sign-ins'] as const;

const STATES = {
  failed: TEXTS.signInsFailed,
  failedWhy: TEXTS.tryLater,
  offline: TEXTS.signInsOffline,
  offlineWhy: TEXTS.afterNetwork,
};

/** Where the account is signed in, with a button to end each other sign-in; the menu signs out here. */
export function SignIns({ serverReachable }: { serverReachable: boolean }) {
  const list = useQuery({ queryKey: SIGN_INS, queryFn: async ({ signal }) => valueOf(await callApi(CALLS.signIns, { signal })) });
  return (
    <ListStates list={list} serverReachable={serverReachable} texts={STATES} empty={null}>
      {(rows) => (
        <ul className={sections.panel} aria-busy={rows === undefined}>
          {rows === undefined
            ? [1, 2].map((row) => (
                <li key={row} className={classes.row}>
                  <Skeleton height={12} width="40%" />
                </li>
              ))
            : rows.map((row) => <SignInRow key={row.id} row={row} serverReachable={serverReachable} />)}
        </ul>
      )}
    </ListStates>
  );
}

function SignInRow({ row, serverReachable }: { row: SignIn; serverReachable: boolean }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function end() {
    setBusy(true);
    const answer = await callApi(CALLS.endSignIn, { params: { id: String(row.id) } });
    if (!answer.ok) notifications.show({ color: 'coral', message: TEXTS.endFailed });
    await queries.invalidateQueries({ queryKey: SIGN_INS });
    setBusy(false);
  }

  const device = row.device === '' ? TEXTS.unknownDevice : deviceText(row.device);
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <b>{row.current ? `${device} · ${TEXTS.thisBrowser}` : device}</b>
        <span>{t('Used {used}, signed in {signedIn}', { used: when(row.last_used_at), signedIn: when(row.created_at) })}</span>
      </span>
      {!row.current && (
        <Button
          variant="default"
          loading={busy}
          disabled={!serverReachable}
          aria-label={`${TEXTS.end}: ${device}, ${when(row.last_used_at)}`}
          onClick={() => void end()}
        >
          {TEXTS.end}
        </Button>
      )}
    </li>
  );
}

/** The server says "Firefox on Windows", or one of both. */
function deviceText(device: string): string {
  const [browser = '', system] = device.split(' on ');
  return system === undefined ? browser : t('{browser} on {system}', { browser, system });
}

const when = (text: string): string => formatMoment(parseWireDate(text));
