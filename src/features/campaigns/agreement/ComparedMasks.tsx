import { Button } from '@mantine/core';
import { IconGitCompare, IconPlayerStop } from '@tabler/icons-react';
import { useId } from 'react';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { KeptDices } from '#localdb/kept-dices.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { comparedText, compareMoreText, notComparedText, TEXTS } from '#features/campaigns/texts.ts';
import classes from './Agreement.module.css';
import { notCompared } from './not-compared.ts';
import type { ReadMasks } from './shown-agreement.ts';
import { useMaskComparison } from './use-mask-agreement.ts';

interface ComparedMasksProps extends ReadMasks {
  db: LocalDb;
  /** UUID. */
  campaign: string;
  kept: { device: DeviceKey; dices: KeptDices };
}

/** How many masks are compared on this device, a button that compares the others, and what cannot be compared. */
export function ComparedMasks({ db, campaign, kept, pairs, others }: ComparedMasksProps) {
  const { serverReachable } = useSession<Session>();
  const { comparison, state } = useMaskComparison(db, campaign, kept.device);
  const id = useId();
  const isDone = ({ key }: { key: string }) => key in kept.dices || state.dices.has(key);
  const done = pairs.filter(isDone).length;
  const left = pairs.length - done;
  const missing = notCompared(pairs, others, { ...kept.dices, ...Object.fromEntries(state.dices) }, state.failed);
  const isRunning = state.status === 'running';
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <h2 id={id} className={classes.cardTitle}>
          {TEXTS.masksCompared}
        </h2>
        <span className={classes.dim} role="status">
          {comparedText(done, pairs.length)}
        </span>
        <span className={classes.end}>
          {isRunning ? (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlayerStop size={16} stroke={1.5} aria-hidden />}
              onClick={() => comparison.cancel()}
            >
              {TEXTS.stopComparing}
            </Button>
          ) : (
            left > 0 && (
              <ServerButton
                variant="default"
                size="xs"
                serverReachable={serverReachable}
                why={TEXTS.needsServer}
                leftSection={<IconGitCompare size={16} stroke={1.5} aria-hidden />}
                onClick={() => void comparison.start(pairs, kept.dices)}
              >
                {compareMoreText(done, left)}
              </ServerButton>
            )
          )}
        </span>
      </div>
      {isRunning && (
        <div className={classes.progress}>
          <ProgressBar label={TEXTS.masksCompared} total={pairs.length} parts={[{ amount: done, tone: 'moving' }]} />
        </div>
      )}
      {state.status === 'offline' && <p className={classes.none}>{TEXTS.comparingOffline}</p>}
      {state.status === 'failed' && (
        <p className={classes.none} role="alert">
          {TEXTS.comparingFailed}
        </p>
      )}
      {missing.length > 0 && (
        <ul className={classes.missing}>
          {missing.map(({ why, cases, count }) => (
            <li key={why}>{notComparedText(why, count, cases)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
