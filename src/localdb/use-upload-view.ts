import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { UploadView } from '#model/upload-view.ts';
import { FactsCache } from './opened-rows.ts';
import type { LocalDb } from './schema.ts';
import { readUploadView } from './upload-view.ts';

/** The shown upload, live: null when there is none (ready), undefined while the first answer is on its way. */
export function useShownUpload(db: LocalDb): UploadView | null | undefined {
  const cache = useMemo(() => new FactsCache(), []);
  return useLiveQuery(() => readUploadView(db, cache), [db, cache]);
}
