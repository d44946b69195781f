import { randomUUID } from 'node:crypto';
import type { Server as SocketServer, ServerOptions } from 'socket.io';
import type { Member } from '#server/rules/context.ts';
import { createCoalescer } from './coalesce.ts';

/** Connects the sockets of all processes of one database. */
export interface Hub {
  adapter: NonNullable<ServerOptions['adapter']>;
  /** Messages of other processes may have been missed. */
  onLost(listener: () => void): void;
  close(): Promise<void>;
}

/** What the processes of one database tell each other besides events for clients. A message can be lost. */
export interface ProcessMessages {
  'jobs:wake': () => void;
  'recognitions:cancelled': (ids: string[]) => void;
  'user:recheck': (userId: number) => void;
  /** Which process has this connection of this member? Only that one answers. */
  'connection:asked': (question: string, socketId: string, member: MemberOfTeam) => void;
  'connection:found': (question: string) => void;
}

export type MemberOfTeam = Pick<Member, 'userId' | 'teamId'>;

/** Without other processes, nothing is sent and nothing arrives. */
export interface OtherProcesses {
  wakeJobs(): void;
  cancelRecognitions(ids: readonly string[]): void;
  onWakeJobs(listener: () => void): void;
  onRecognitionsCancelled(listener: (ids: readonly string[]) => void): void;
}

/** The same, with what only the sockets need. */
interface Processes {
  others: OtherProcesses;
  recheckUser(userId: number): void;
  /** Whether another process has this connection of this member. */
  haveConnection(socketId: string, member: MemberOfTeam): Promise<boolean>;
  stop(): void;
}

/** The sockets of this process. */
interface Here {
  recheckUser(userId: number): void;
  recheckAll(): void;
  hasConnection(socketId: string, member: MemberOfTeam): boolean;
}

/** Lanes of jobs are woken ten times a second at most. */
const WAKE_EVERY_MS = 100;

/** After this time without an answer, no process has the connection. */
const FIND_MS = 2_000;

/** The hub connects again within three seconds after it was lost. */
const RECHECK_ALL_MS = 5_000;

type Events = Record<string, (...given: never[]) => void>;

export function createOtherProcesses<In extends Events, Out extends Events, C>(
  io: SocketServer<In, Out, ProcessMessages, C>,
  hub: Hub | null,
  here: Here,
): Processes {
  const tell: typeof io.serverSideEmit = (event, ...given) => hub !== null && io.serverSideEmit(event, ...given);
  const wakes = createCoalescer(
    () => void tell('jobs:wake'),
    () => null,
    WAKE_EVERY_MS,
  );
  io.on('user:recheck', here.recheckUser);

  /** Among the messages that were lost may be the end of a sign-in or a membership. */
  let recheckingAll: NodeJS.Timeout | undefined;
  hub?.onLost(() => {
    recheckingAll ??= setTimeout(() => {
      recheckingAll = undefined;
      here.recheckAll();
    }, RECHECK_ALL_MS).unref();
  });

  const questions = new Map<string, () => void>();
  io.on('connection:found', (question) => questions.get(question)?.());
  io.on('connection:asked', (question, socketId, member) => {
    if (here.hasConnection(socketId, member)) tell('connection:found', question);
  });

  return {
    others: {
      wakeJobs: () => wakes.put('jobs', null),
      cancelRecognitions: (ids) => void tell('recognitions:cancelled', [...ids]),
      onWakeJobs: (listener) => void io.on('jobs:wake', listener),
      onRecognitionsCancelled: (listener) => void io.on('recognitions:cancelled', listener),
    },
    recheckUser: (userId) => void tell('user:recheck', userId),
    async haveConnection(socketId, { userId, teamId }) {
      if (hub === null) return false;
      const question = randomUUID();
      const found = new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), FIND_MS);
        questions.set(question, () => {
          clearTimeout(timer);
          resolve(true);
        });
      });
      tell('connection:asked', question, socketId, { userId, teamId });
      return found.finally(() => questions.delete(question));
    },
    stop() {
      clearTimeout(recheckingAll);
      wakes.stop();
    },
  };
}
