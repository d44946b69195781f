import { IconBan } from '@tabler/icons-react';
import type { WorkerKey } from '#contract/ai/workers.ts';
import type { Session } from '#model/session.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import { enginesText, keyNoteText, revokeText, TEXTS, whenText } from './texts.ts';
import { useRevoke } from './WorkerActions.tsx';
import classes from './Workers.module.css';

/** The keys with which workers come. Their secrets are not stored, only what they may do. */
export function Keys({ keys }: { keys: readonly WorkerKey[] }) {
  const { serverReachable } = useSession<Session>();
  const revoke = useRevoke();
  return (
    <section className={classes.card} aria-labelledby="worker-keys">
      <h2 id="worker-keys" className={classes.cardTitle}>
        {TEXTS.keys}
      </h2>
      {keys.length === 0 ? (
        <p className={classes.below}>{TEXTS.noKeys}</p>
      ) : (
        <ul className={classes.keys}>
          {keys.map((key) => (
            <li key={key.id} data-key={key.id}>
              <span className={classes.words}>
                <bdi className={classes.keyName}>{key.name}</bdi>
                <span className={classes.below}>{keyNoteText(key)}</span>
              </span>
              <span className={classes.below}>{enginesText(key.engines)}</span>
              <span className={classes.below}>{key.teams.map(({ name }) => name).join(', ')}</span>
              {key.revoked_at === null ? (
                <ServerButton
                  serverReachable={serverReachable}
                  why={TEXTS.needsServer}
                  title={revokeText(key.name)}
                  variant="subtle"
                  color="coral"
                  leftSection={<IconBan size={16} stroke={1.5} aria-hidden />}
                  onClick={() => revoke(key)}
                >
                  {TEXTS.revokeKey}
                </ServerButton>
              ) : (
                <Status word="revoked" note={whenText(key.revoked_at)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
