import { createContext, use, type ReactNode } from 'react';
import type { Study } from './listed-study.ts';

/** What a person may do to come back to a study, or to read it offline; the app brings it, for it is another feature's. */
export interface KeepActs {
  /** On the row of the list, and in the head of its panel. */
  mark(study: Study): ReactNode;
}

const KeepActsContext = createContext<KeepActs>({ mark: () => null });

export const KeepActsProvider = KeepActsContext.Provider;

export function useKeepActs(): KeepActs {
  return use(KeepActsContext);
}
