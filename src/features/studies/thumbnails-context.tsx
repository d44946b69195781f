import { createContext, use, type ReactNode } from 'react';
import type { LocalDb } from '#localdb/schema.ts';

const ThumbnailsContext = createContext<LocalDb | null>(null);

/** Where thumbnails are stored on this device. */
export function ThumbnailsProvider({ db, children }: { db: LocalDb; children: ReactNode }) {
  return <ThumbnailsContext value={db}>{children}</ThumbnailsContext>;
}

export function useThumbnailsDb(): LocalDb | null {
  return use(ThumbnailsContext);
}
