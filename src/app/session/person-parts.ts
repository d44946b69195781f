import type { ComponentType } from 'react';
import { IN_THIS_TAB, loadPage } from '#app/update/load-page.ts';
import type { dropReadable } from './drop-readable.ts';
import type { SignedInProps } from './SignedInProviders.tsx';

/** What only signed-in users need, above all the local database. */
interface PersonParts {
  SignedInProviders: ComponentType<SignedInProps>;
  /** Loaded early, so that signing out never needs a file that may be gone by then. */
  dropReadable: typeof dropReadable;
}

let parts: PersonParts | null = null;
let loading: Promise<PersonParts> | null = null;
const listeners = new Set<() => void>();

export function loadPersonParts(): Promise<PersonParts> {
  loading ??= loadPage(importParts, IN_THIS_TAB).finally(() => (loading = null));
  return parts === null ? loading : Promise.resolve(parts);
}

async function importParts(): Promise<PersonParts> {
  const [{ SignedInProviders }, { dropReadable: drop }] = await Promise.all([
    import('./SignedInProviders.tsx'),
    import('./drop-readable.ts'),
  ]);
  parts = { SignedInProviders, dropReadable: drop };
  for (const listener of listeners) listener();
  return parts;
}

export function readPersonParts(): PersonParts | null {
  return parts;
}

export function onPersonParts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
