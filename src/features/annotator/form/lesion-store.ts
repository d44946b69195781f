import type { ShownAnswer } from '#model/forms/shown-answers.ts';

export interface LesionState {
  /** UUID of the lesion that is open in the form. */
  current: string | null;
  /** What a click on a lesion asks for; `times` increases with each. */
  asked: { form: string; lesion: string; times: number } | null;
  /** The answer of somebody else that is shown, or null: the own ones. */
  other: ShownAnswer | null;
}

export type LesionStore = ReturnType<typeof createLesionStore>;

/** Joins the lesions of the form with those on the panes. */
export function createLesionStore() {
  let state: LesionState = { current: null, asked: null, other: null };
  const listeners = new Set<() => void>();
  function become(part: Partial<LesionState>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }
  return {
    read: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose: (current: string | null) => void (state.current !== current && become({ current })),
    /** From a pane: the form shows it. */
    show: (form: string, lesion: string) => become({ current: lesion, asked: { form, lesion, times: (state.asked?.times ?? 0) + 1 } }),
    showOther: (other: ShownAnswer | null) => become({ other }),
  };
}
