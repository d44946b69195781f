const IDLE_AFTER_MS = 60_000;

export interface ActiveTime {
  /** Since it was last taken, ms. */
  read(): number;
  /** Begins again from 0. */
  take(): number;
  /** The user does something. */
  used(): void;
  /** The page is hidden or shown again. */
  shown(isShown: boolean): void;
}

/** How long a page was visible and in use: without a key, a click or a move of the pointer for a minute, time stops until the next one. */
export function createActiveTime(now: () => number): ActiveTime {
  let counted = 0;
  let from: number | null = now();
  let last = now();
  const until = (): number => Math.min(now(), last + IDLE_AFTER_MS);
  function settle(): void {
    if (from !== null) counted += Math.max(0, until() - from);
    from = null;
  }
  return {
    read: () => counted + (from === null ? 0 : Math.max(0, until() - from)),
    take() {
      const spent = this.read();
      counted = 0;
      if (from !== null) from = now();
      return spent;
    },
    used() {
      if (from === null || now() - last > IDLE_AFTER_MS) {
        settle();
        from = now();
      }
      last = now();
    },
    shown(isShown) {
      if (isShown) this.used();
      else settle();
    },
  };
}
