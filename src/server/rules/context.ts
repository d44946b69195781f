import type { Permission } from '#contract/permissions.ts';
import type { ServerEvent, ServerEventName } from '#contract/events.ts';
import type { Database, Writer } from '#server/db/database.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import type { JobName } from '#contract/jobs.ts';
import type { Measures } from './measures.ts';

/** Who makes a call, as determined by the guards before the rule runs. */
export interface Caller {
  userId: number;
  signInId: number;
  /** The platform administrator who acts as this user. */
  actedBy?: number | null;
}
export interface Member extends Caller {
  teamId: number;
  teamSlug: string;
  permissions: ReadonlySet<Permission>;
}

/** A refusal that is sent to the client; anything else thrown is a fault and answers 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly detail: Pick<ErrorBody, 'errors' | 'limit' | 'held_by' | 'stored'>;
  constructor(code: ErrorCode, detail: Pick<ErrorBody, 'errors' | 'limit' | 'held_by' | 'stored'> = {}) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** The socket as rules see it: hints for connected clients, lost if there are none. */
export interface News {
  toUpload<N extends ServerEventName>(session: string, event: N, payload: ServerEvent<N>): void;
  /** Those who follow the mask of this segmentation (UUID). */
  toMask<N extends ServerEventName>(segmentation: string, event: N, payload: ServerEvent<N>): void;
  /** Some may no longer see it: nobody follows it any more, and each page is told to ask again. */
  endMask(segmentation: string): void;
  toTeam<N extends ServerEventName>(teamId: number, event: N, payload: ServerEvent<N>): void;
  /** A member of this team, on each of their pages in it; nobody once the membership has ended. */
  toMember<N extends ServerEventName>(member: { teamId: number; userId: number }, event: N, payload: ServerEvent<N>): void;
  toUser<N extends ServerEventName>(userId: number, event: N, payload: ServerEvent<N>): void;
}

/** One connection, by its socket id: the caller names the one that receives the answer. */
export interface AskingConnections {
  /** Whether it is open, belongs to this user, and has announced this team. */
  isOf(socketId: string, member: Member): Promise<boolean>;
  tell<N extends ServerEventName>(socketId: string, event: N, payload: ServerEvent<N>): void;
}

/**
 * The job table as rules see it: a job is made in the transaction of its cause. While a job with its unique key waits or runs, no other is
 * made.
 */
export interface JobQueue {
  add(
    tx: Writer,
    job: {
      name: JobName;
      payload: unknown;
      /** Teams take turns. */
      teamId?: number;
      groupKey?: string;
      uniqueKey?: string;
      priority?: number;
      maxTries?: number;
      runAt?: number;
    },
  ): Promise<void>;
  /** Cancels the job of this key if it has not ended; a running job is notified and can no longer take effect. */
  cancel(tx: Writer, uniqueKey: string): Promise<void>;
  /** The same for every job of a group. */
  cancelGroup(tx: Writer, groupKey: string): Promise<void>;
  /** After the commit: look for work immediately instead of at the next tick. */
  wake(): void;
}

/** Encrypts short secrets that are stored for a while, with a key that is not in the database. */
export interface Vault {
  /** `place`: where the result is stored; it can be opened only for the same place. */
  seal(text: string, place: string): string;
  /** null: sealed with another key or for another place, or damaged. */
  open(sealed: string, place: string): string | null;
}

export interface ServerContext {
  db: Database;
  objects: ObjectStore;
  jobs: JobQueue;
  news: News;
  vault: Vault;
  /** Without it, nothing is counted. */
  measures?: Measures;
  /** Storage limit for the studies of a team; without it there is none. */
  bytesPerTeam?: number | null;
  /** Lifetime of an upload token; thirty days by default. */
  uploadTokenLastsMs?: number;
  /** Milliseconds since 1970. */
  now(): number;
}
