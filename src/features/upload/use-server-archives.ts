import { useCallback, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { readOnceMore } from '#localdb/server-archives.ts';
import type { LocalDb } from '#localdb/schema.ts';

/** False: the server could not be told. */
export type Unlock = (path: string, password: string) => Promise<boolean>;

export interface ServerArchiveActs {
  /** Rows of archives that this page still has, and that the server can open. */
  openable: (fileId: string) => boolean;
  openOnServer: (fileId: string) => void;
  unlock: Unlock;
  /** Paths of archives for which a password was given: where its row is still there, it was none. */
  tried: ReadonlySet<string>;
  /** The server opens something at this moment. */
  isReading: boolean;
}

/** The password of an archive on its way to the server, which keeps it in memory until it has tried it. */
export function useUnlock(db: LocalDb, uploadId: string | undefined): Pick<ServerArchiveActs, 'unlock' | 'tried'> {
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const unlock = useCallback<Unlock>(
    async (path, password) => {
      if (uploadId === undefined) return false;
      const body = { passwords: { [path]: password } };
      const answer = await callApi(CALLS.readBatch, { params: { session: uploadId }, query: {}, body });
      if (!answer.ok) return false;
      setTried((before) => new Set([...before, path]));
      await readOnceMore(db, uploadId);
      return true;
    },
    [db, uploadId],
  );
  return { unlock, tried };
}
