import { failureStatus } from '#api/failure-status.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { useSession } from '#ui/session-context.tsx';
import { GoneWork } from './masks/work-file/GoneWork.tsx';
import { TEXTS } from './texts.ts';
import classes from './AnnotatorPage.module.css';

const NOT_FOUND = 404;

export const isGone = (error: Error | null): boolean => failureStatus(error) === NOT_FOUND;

interface StudyNotOpenProps {
  db: LocalDb;
  userId: number;
  uuid: string;
  serverReachable: boolean;
  error: Error | null;
  isFetching: boolean;
  onRetry: () => void;
  backTo: string;
}

/** Instead of a study that is still loading, does not exist, or is out of reach. */
export function StudyNotOpen({ db, userId, uuid, serverReachable, error, isFetching, onRetry, backTo }: StudyNotOpenProps) {
  const { team } = useSession<Session>();
  if (error === null && (serverReachable || isFetching)) return <main className={classes.page} aria-busy aria-label={TEXTS.loading} />;
  const [title, why] = isGone(error)
    ? [TEXTS.gone, TEXTS.goneWhy]
    : serverReachable
      ? [TEXTS.unloaded, TEXTS.unloadedWhy]
      : [TEXTS.offline, TEXTS.offlineWhy];
  return (
    <main className={classes.page}>
      <a className={classes.back} href={backTo}>
        {TEXTS.back}
      </a>
      <ErrorState whole title={title} offline={!serverReachable} retrying={isFetching} {...(isGone(error) ? {} : { onRetry })}>
        {why}
      </ErrorState>
      {isGone(error) && team !== null && <GoneWork owner={{ db, userId, team: team.slug }} study={uuid} />}
    </main>
  );
}
