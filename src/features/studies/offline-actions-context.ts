import { createContext, use, type ReactNode } from 'react';
import type { Study } from './listed-study.ts';

/** Actions to find a study again, or to read it offline; passed in by the app, because they belong to other features. */
export interface OfflineActions {
  /** In the list row, and in the head of the panel. */
  mark(study: Study): ReactNode;
  /** In the bar of a selection. */
  keepAll(studies: readonly Study[]): ReactNode;
}

const KeepActsContext = createContext<OfflineActions>({ mark: () => null, keepAll: () => null });

export const OfflineActionsProvider = KeepActsContext.Provider;

export function useOfflineActions(): OfflineActions {
  return use(KeepActsContext);
}
