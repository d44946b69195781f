import { Refusal } from './context.ts';

/**
 * Runs costly work a few at a time, in order of arrival. If several senders wait, they take turns: a sender with hundreds waiting delays
 * nobody else. Beyond the limit the latest task of the sender with the most waiting is refused (503, try again). Among equals it is the
 * sender whose turn is last, so that waiting work is not dropped just before its turn.
 */
export interface FairQueue {
  <T>(sender: string, task: () => Promise<T>): Promise<T>;
  /** Number of tasks that wait for their turn. */
  waiting(): number;
}

interface Waiting {
  start(): void;
  refuse(): void;
}

export function createFairQueue({ atOnce, waitingMost }: { atOnce: number; waitingMost: number }): FairQueue {
  let running = 0;
  let waiting = 0;
  /** In the order of their turns. */
  const bySender = new Map<string, Waiting[]>();

  const take = (sender: string, end: 'first' | 'last'): Waiting | undefined => {
    const own = bySender.get(sender) ?? [];
    const one = end === 'first' ? own.shift() : own.pop();
    // Removed and added at the end: the next turn is another sender's.
    if (end === 'first') bySender.delete(sender);
    if (own.length === 0) bySender.delete(sender);
    else bySender.set(sender, own);
    if (one !== undefined) waiting -= 1;
    return one;
  };
  const makeRoom = (): void => {
    let longest: { sender: string; length: number } | null = null;
    for (const [sender, { length }] of bySender) if (longest === null || length >= longest.length) longest = { sender, length };
    if (longest !== null) take(longest.sender, 'last')?.refuse();
  };
  const waitForTurn = (sender: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const own = bySender.get(sender) ?? [];
      own.push({ start: resolve, refuse: () => reject(new Refusal('unavailable')) });
      bySender.set(sender, own);
      waiting += 1;
      if (waiting > waitingMost) makeRoom();
    });

  const inTurn = async <T>(sender: string, task: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else await waitForTurn(sender);
    try {
      return await task();
    } finally {
      // The slot passes to the next in turn without becoming free in between.
      const [next] = bySender.keys();
      const one = next === undefined ? undefined : take(next, 'first');
      if (one === undefined) running -= 1;
      else one.start();
    }
  };
  return Object.assign(inTurn, { waiting: () => waiting });
}
