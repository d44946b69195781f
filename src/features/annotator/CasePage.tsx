import { Button } from '@mantine/core';
import { IconAlertOctagon, IconFilterX, IconLock, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { failureStatus } from '#api/failure-status.ts';
import { withStatus } from '#api/failure-texts.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './CasePage.module.css';
import { TEXTS } from './case-texts.ts';
import { useCaseUuid } from './use-case-uuid.ts';

const [NOT_ALLOWED, NOT_FOUND] = [403, 404];

/** Finds the study of a case, or says why it cannot be opened. */
export function CasePage({ id, onFound }: { id: string; onFound: (uuid: string) => void }) {
  const { uuid, error, isError, fetchStatus, isFetching, refetch } = useCaseUuid(id);
  useEffect(() => {
    if (uuid !== null) onFound(uuid);
  }, [uuid, onFound]);
  const isStuck = uuid === null && (isError || fetchStatus === 'paused');
  return (
    <main id="content" tabIndex={-1} className={classes.page}>
      {isStuck ? (
        <Problem error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div role="status">
          <h1 className={classes.finding}>{TEXTS.finding}</h1>
        </div>
      )}
    </main>
  );
}

function Problem({ error, retrying, onRetry }: { error: Error | null; retrying: boolean; onRetry: () => void }) {
  const { serverReachable } = useSession<Session>();
  const status = failureStatus(error);
  const isFinal = status === NOT_FOUND || status === NOT_ALLOWED;
  const { icon, title, why } = problemOf({ error, serverReachable });
  return (
    <div role="alert">
      <EmptyState
        whole
        icon={icon}
        title={title}
        {...(isFinal ? {} : { tone: serverReachable ? 'broken' : 'you' })}
        action={
          <>
            {!isFinal && (
              <Button leftSection={<IconRefresh size={16} aria-hidden />} loading={retrying} onClick={onRetry}>
                {TEXTS.retry}
              </Button>
            )}
            <Button
              variant="default"
              renderRoot={(props) => <Link to={status === NOT_ALLOWED ? '/dashboard' : '/studies-v2'} {...props} />}
            >
              {status === NOT_ALLOWED ? TEXTS.toDashboard : TEXTS.toStudies}
            </Button>
          </>
        }
      >
        {why}
      </EmptyState>
    </div>
  );
}

function problemOf({ error, serverReachable }: { error: Error | null; serverReachable: boolean }) {
  const status = failureStatus(error);
  if (status === NOT_FOUND) return { icon: IconFilterX, title: TEXTS.gone, why: TEXTS.goneWhy };
  if (status === NOT_ALLOWED) return { icon: IconLock, title: TEXTS.notAllowed, why: TEXTS.notAllowedWhy };
  if (!serverReachable) return { icon: IconWifiOff, title: TEXTS.offline, why: TEXTS.offlineWhy };
  return { icon: IconAlertOctagon, title: withStatus(TEXTS.failed, error), why: TEXTS.failedWhy };
}
