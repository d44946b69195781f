import type { QueryClient } from '@tanstack/react-query';
import type { ApiFailure, ApiResult } from '#api/result.ts';
import type { LocalDb, OutboxWrite } from '#localdb/schema.ts';

/** The data on screen, of one team. */
export interface Shown {
  client: QueryClient;
  team: string;
}

/** How each kind of write is sent, shown when the server has accepted it, and undone when it was refused. */
export interface WritePart<Write, Answer = unknown> {
  send(write: Write): Promise<ApiResult<Answer>>;
  /** Updates the screen before the row is deleted, so that the old state does not flash. `answer`: absent if another tab has sent it. */
  show(shown: Shown, write: Write, answer?: Answer): void;
  /** The queries to fetch again if the screen may have been wrong. */
  keys(team: string, write: Write): readonly (readonly (string | null)[])[];
  /** Said when the server has accepted it, if the page does not show it. */
  doneText?(answer: Answer): string | null;
  /** `lost`: how many others were undone with it. */
  refusedText(failure: ApiFailure, write: Write, lost: number): string;
  /** Whether another write cannot be made without this one, and is undone with it. Absent: none. */
  isNeededBy?(write: Write, other: OutboxWrite): boolean;
  /** Before a refused write, whose number is `seq`, is removed: stores another one in its place, if nothing of it may be lost. */
  storeInstead?(db: LocalDb, shown: Shown, refused: { seq: number; write: Write; failure: ApiFailure }): Promise<void>;
}
