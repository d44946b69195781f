/** What this tab shows of comments at the moment. */
export interface CommentState {
  /** UUID of the thread that is open. */
  current: string | null;
  /** The next click on a slice places a comment. */
  isPinning: boolean;
  /** Why there cannot be one in a pane. */
  refusal: { pane: number; why: string } | null;
  /** Increases whenever the tab is to be shown. */
  asked: number;
}

export type CommentStore = ReturnType<typeof createCommentStore>;

export function createCommentStore() {
  let state: CommentState = { current: null, isPinning: false, refusal: null, asked: 0 };
  const listeners = new Set<() => void>();
  function become(part: Partial<CommentState>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }
  return {
    read: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose: (current: string | null) => become({ current }),
    /** From a pane or an address: the list shows it. */
    show: (current: string) => become({ current, asked: state.asked + 1, isPinning: false, refusal: null }),
    pin: (isPinning: boolean) => become({ isPinning, refusal: null }),
    refuse: (refusal: CommentState['refusal']) => become({ refusal, isPinning: false }),
    /** A new one is being written. */
    begun: () => become({ current: null, isPinning: false, refusal: null, asked: state.asked + 1 }),
  };
}
