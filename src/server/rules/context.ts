import type { Permission } from '#contract/permissions.ts';
import type { ServerEvent, ServerEventName } from '#contract/events.ts';
import type { Database, Writer } from '#server/db/database.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import type { JobName } from '#contract/jobs.ts';

/** Who makes a call, as the guards found out before the rule runs. */
export interface Caller {
  userId: number;
  signInId: number;
}
export interface Member extends Caller {
  teamId: number;
  teamSlug: string;
  permissions: ReadonlySet<Permission>;
}

/** A refusal that crosses the wire; anything else thrown is a fault and answers 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly detail: Pick<ErrorBody, 'errors' | 'limit' | 'held_by'>;
  constructor(code: ErrorCode, detail: Pick<ErrorBody, 'errors' | 'limit' | 'held_by'> = {}) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** The socket as rules see it: hints to whoever is connected, lost when nobody is. */
export interface News {
  toUpload<N extends ServerEventName>(session: string, event: N, payload: ServerEvent<N>): void;
  toTeam<N extends ServerEventName>(teamId: number, event: N, payload: ServerEvent<N>): void;
  /** A person where they stand in this team, on each of their pages; nobody once the membership has ended. */
  toMember<N extends ServerEventName>(member: { teamId: number; userId: number }, event: N, payload: ServerEvent<N>): void;
  toUser<N extends ServerEventName>(userId: number, event: N, payload: ServerEvent<N>): void;
}

/** One connection, by the id that the socket gave it: whoever asks names the one that the answer is to come to. */
export interface AskingConnections {
  /** It is open, this person's, and has announced this team. */
  isOf(socketId: string, member: Member): Promise<boolean>;
  tell<N extends ServerEventName>(socketId: string, event: N, payload: ServerEvent<N>): void;
}

/** The job table as rules see it: a job is made in the transaction of its cause. While one of its unique key waits or runs no other is made. */
export interface JobQueue {
  add(
    tx: Writer,
    job: { name: JobName; payload: unknown; groupKey?: string; uniqueKey?: string; priority?: number; maxTries?: number },
  ): Promise<void>;
  /** The job of this key is called off if it has not ended; where it runs, it is told and can no longer take effect. */
  cancel(tx: Writer, uniqueKey: string): Promise<void>;
  /** The same for every job of a group. */
  cancelGroup(tx: Writer, groupKey: string): Promise<void>;
  /** After the commit: look for work now instead of at the next tick. */
  wake(): void;
}

export interface ServerContext {
  db: Database;
  objects: ObjectStore;
  jobs: JobQueue;
  news: News;
  /** What the studies of a team may take up; without it there is no limit. */
  bytesPerTeam?: number | null;
  /** How long the token of an upload lasts; without it thirty days. */
  uploadTokenLastsMs?: number;
  /** Milliseconds since 1970. */
  now(): number;
}
