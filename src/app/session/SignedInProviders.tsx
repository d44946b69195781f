import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import type { QueryClient } from '@tanstack/react-query';
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { liveQuery } from 'dexie';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { dropGoneStudies } from '#app/query/drop-gone-studies.ts';
import { createListRefresh } from '#app/query/list-refresh.ts';
import { createQueryClient, KEPT_MS } from '#app/query/query-client.ts';
import { useAsideStates } from '#app/masks/use-aside-states.ts';
import { useMaskSender } from '#app/masks/use-mask-sender.ts';
import { useOutbox } from '#app/outbox/use-outbox.ts';
import { createQueryPersister, isStored, throttled } from '#app/query/persisted-queries.ts';
import { LockCover } from '#app/lock/LockCover.tsx';
import { createStepSender } from '#app/steps/step-sender.ts';
import type { User } from '#contract/entities.ts';
import { PasswordNeeded } from '#features/account/PasswordNeeded.tsx';
import { unlessOutdated } from '#localdb/connection.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { bePresent } from '#localdb/presence.ts';
import { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import type { Keeper } from '#workers/keeper/handle.ts';
import type { Sender } from '#workers/transfer/handle.ts';
import { SessionProvider } from '#ui/session-context.tsx';
import type { SignedIn } from './session-state.ts';
import { useReturnedRight } from './use-returned-right.ts';
import { OwnProvider, useReachability, useVisit, type Own } from './visit-context.tsx';

const NOTHING: ReadonlySet<string> = new Set();

export interface SignedInProps {
  user: User;
  state: SignedIn;
  children: ReactNode;
}

/**
 * Everything that belongs to one user: session, local database, cached answers, the sender and the socket, and the notices and questions
 * for signed-in users. Another user gets other instances.
 */
export function SignedInProviders({ user, state, children }: SignedInProps) {
  const own = useOwnDb(user.id);
  const client = useMemo(() => createQueryClient(), []);
  const persister = useMemo(() => throttled(createQueryPersister(own.db)), [own]);
  const { session } = useVisit();
  useEffect(
    () => session.onHealed(() => void client.refetchQueries({ predicate: ({ state: { status } }) => status === 'error' })),
    [session, client],
  );
  const tellKeeper = useKeeper(own);
  useKeptAnswers(own, client);
  useReturnOfTheServer(client, tellKeeper);
  const wakeSender = useSender(own);
  useReturnedRight(own.db, state.permissions);
  useStepSender(own);
  const refreshLists = useListRefresh(client, own.db);
  const onTeamNews = useCallback(() => {
    refreshLists();
    tellKeeper('changedAt');
  }, [refreshLists, tellKeeper]);
  useSocket(own, client, wakeSender, onTeamNews);
  useSmallWrites(own, client);
  return (
    <SessionProvider session={useSessionValue(state)}>
      <OwnProvider value={own}>
        <PersistQueryClientProvider
          client={client}
          persistOptions={{ persister, maxAge: KEPT_MS, buster: '1', dehydrateOptions: { shouldDehydrateQuery: isStored } }}
        >
          <Notifications position="top-center" limit={1} containerWidth={460} />
          <ModalsProvider>{children}</ModalsProvider>
          <PasswordNeeded />
          <LockCover />
        </PersistQueryClientProvider>
      </OwnProvider>
    </SessionProvider>
  );
}

function useSessionValue({ user, team, permissions }: SignedIn): Session {
  const { session } = useVisit();
  const { reachable, lastReachedAt } = useReachability();
  return useMemo(
    () => ({
      user,
      team: team.kind === 'known' ? team.team : null,
      permissions: permissions.kind === 'known' ? permissions.list : NOTHING,
      serverReachable: reachable,
      lastReachedAt,
      reload: session.reload,
    }),
    [user, team, permissions, reachable, lastReachedAt, session],
  );
}

function useOwnDb(userId: number): Own {
  const { session } = useVisit();
  const own = useMemo(() => ({ db: new LocalDb(userId), userId }), [userId]);
  useEffect(() => {
    const leave = bePresent(userId);
    const unsubscribe = session.subscribe(() => {
      if (session.read().phase === 'leaving') own.db.closeForGood();
    });
    return () => {
      unsubscribe();
      if (!own.db.connection.isOver()) own.db.close({ disableAutoOpen: false });
      leave();
    };
  }, [own, userId, session]);
  return own;
}

/** Uploads continue whenever the app is open, on every page of a team (promise 2). */
function useSender({ db, userId }: Own): () => void {
  const { site } = useVisit();
  const sender = useRef<Sender | null>(null);
  useEffect(() => {
    if (site.team === null) return;
    let isGone = false;
    void import('#workers/transfer/handle.ts').then(({ createSender }) => {
      if (!isGone) sender.current = createSender(db, userId);
    });
    return () => {
      isGone = true;
      sender.current?.close();
      sender.current = null;
    };
  }, [db, userId, site.team]);
  return useCallback(() => sender.current?.wake(), []);
}

/** Pinned studies are fetched whenever the app is open, on every page of a team: [Note: One keeper]. */
function useKeeper({ db, userId }: Own): Keeper['tell'] {
  const { site } = useVisit();
  const keeper = useRef<Keeper | null>(null);
  useEffect(() => {
    if (site.team === null) return;
    let isGone = false;
    void import('#workers/keeper/handle.ts').then(({ createKeeper }) => {
      if (!isGone) keeper.current = createKeeper(db, userId);
    });
    return () => {
      isGone = true;
      keeper.current?.close();
      keeper.current = null;
    };
  }, [db, userId, site.team]);
  return useCallback((news) => keeper.current?.tell(news), []);
}

/**
 * Sends the activity log from every page, also without a team. Imported with this file: Firefox rejects an import that is pending when the
 * page is left, and reported a log that is not sent.
 */
function useStepSender({ db }: Own): void {
  const { reachability } = useVisit();
  useEffect(() => createStepSender(db, reachability).close, [db, reachability]);
}

/** Loads the details of pinned studies for every page, and updates them from the keeper. */
function useKeptAnswers({ db }: Own, client: QueryClient): void {
  const { site } = useVisit();
  useEffect(() => {
    const { team } = site;
    if (team === null) return;
    const pins = liveQuery(() => unlessOutdated(db, () => db.pins.filter(({ keptAt }) => keptAt !== null).count())).subscribe({
      next(kept) {
        if (kept === undefined || kept === 0) return;
        void import('#app/query/kept-answers.ts')
          .then(async ({ seedKeptAnswers, seedLayouts }) => {
            await seedKeptAnswers(client, db, await openDeviceKey(db), team);
            await seedLayouts(client, db, team);
          })
          .catch(reportError);
      },
      error: (cause) => reportError(cause),
    });
    return () => pins.unsubscribe();
  }, [db, client, site]);
}

/** Fetches what was missed while the server was unavailable: news, changed rights, an ended sign-in. */
function useReturnOfTheServer(client: QueryClient, tellKeeper: Keeper['tell']): void {
  const { reachability, session } = useVisit();
  useEffect(
    () =>
      reachability.subscribe(() => {
        if (!reachability.read().reachable) return;
        void session.reload();
        void client.invalidateQueries();
        tellKeeper('backAt');
      }),
    [reachability, session, client, tellKeeper],
  );
}

function useListRefresh(client: QueryClient, db: LocalDb): () => void {
  // The device is full, or a sign-out deleted the database: the next news tries again.
  const refresh = useMemo(() => createListRefresh(client, () => void dropGoneStudies(client, db).catch(() => undefined)), [client, db]);
  useEffect(() => refresh.close, [refresh]);
  return refresh.news;
}

/** Small changes, and what is drawn, are sent whenever the app is open, on every page of a team. */
function useSmallWrites({ db }: Own, client: QueryClient): void {
  const { site } = useVisit();
  const { reachable } = useReachability();
  useOutbox(db, client, site.team, reachable);
  useMaskSender(db, site.team, reachable);
  useAsideStates(db, site.team, reachable);
}

function useSocket({ db, userId }: Own, client: QueryClient, onUploadNews: () => void, onTeamNews: () => void): void {
  const { site, session } = useVisit();
  useEffect(() => {
    if (site.team === null) return;
    const team = site.team;
    let isGone = false;
    let close: (() => void) | undefined;
    void import('./connect-socket.ts').then(async ({ connectSocket, newsOfNotifications }) => {
      if (isGone) return;
      const notifications = newsOfNotifications(client, team, userId);
      const socket = await connectSocket(team, userId, { session, db, notifications, onUploadNews, onTeamNews });
      if (isGone) socket.close();
      else close = socket.close;
    });
    return () => {
      isGone = true;
      close?.();
    };
  }, [site.team, session, db, userId, client, onUploadNews, onTeamNews]);
}
