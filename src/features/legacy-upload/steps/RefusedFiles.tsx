import { Button, PasswordInput } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import type { BatchResult } from '#contract/batch.ts';
import { translated } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import classes from './SortedStep.module.css';
import { namesText, refusedTitle, TEXTS, unsupportedInsideText } from '#features/legacy-upload/texts.ts';

interface RefusedProps {
  result: BatchResult;
  /** Archives with an earlier password attempt. */
  tried: ReadonlySet<string>;
  onUnlock: (name: string, password: string) => Promise<void>;
}

/** Files that the server left out, why and what to do; for locked archives, a password field. */
export function Refused({ result: { refused, unsupported }, tried, onUnlock }: RefusedProps) {
  if (refused.length === 0 && unsupported === 0) return null;
  return (
    <section className={classes.refused} aria-label={TEXTS.staysBehind}>
      {refused.length > 0 && (
        <h3 className={classes.refusedTitle}>
          <IconFileOff size={16} stroke={1.5} aria-hidden />
          {refusedTitle(refused.length)}
        </h3>
      )}
      <ul className={classes.refusals}>
        {[...Map.groupBy(refused, groupOf)].map(([group, files]) => (
          <li key={group} className={classes.refusal}>
            <bdi className={classes.path}>{namesText(files.map(({ path }) => path))}</bdi>
            <span className={classes.note}>{files[0] && translated(files[0].message)}</span>
            {isLocked(files[0]) && <Password name={group} wasTried={tried.has(group)} onUnlock={(password) => onUnlock(group, password)} />}
          </li>
        ))}
      </ul>
      {unsupported > 0 && <p className={classes.note}>{unsupportedInsideText(unsupported)}</p>}
    </section>
  );
}

type Refusal = BatchResult['refused'][number];

/** Groups refusals by reason; each locked archive is separate, with its password field. */
function groupOf(refusal: Refusal): string {
  return isLocked(refusal) ? refusal.path : refusal.code;
}

function isLocked(refusal: Refusal | undefined): boolean {
  return refusal?.code === 'archive-encrypted';
}

function Password({ name, wasTried, onUnlock }: { name: string; wasTried: boolean; onUnlock: (password: string) => Promise<void> }) {
  const { serverReachable } = useSession<Session>();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setBusy(true);
    await onUnlock(password).finally(() => setBusy(false));
  }
  return (
    <form className={classes.password} onSubmit={(event) => void submit(event)}>
      <PasswordInput
        size="xs"
        aria-label={TEXTS.passwordOf(name)}
        placeholder={TEXTS.password}
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={wasTried && TEXTS.passwordWrong}
      />
      <Button
        type="submit"
        size="xs"
        variant="default"
        loading={busy}
        disabled={password === '' || !serverReachable}
        title={serverReachable ? undefined : TEXTS.passwordNeedsServer}
      >
        {TEXTS.openArchive}
      </Button>
    </form>
  );
}
