import { useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { LocalDb } from '#localdb/schema.ts';

export interface TransferRate {
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

/** What the rate is taken over: short enough to follow a link that changes, long enough to stand still on the screen. */
const WINDOW_MS = 15_000;
const TICK_MS = 1_000;
const UNKNOWN: TransferRate = { bytesPerSecond: null, secondsLeft: null };

/** Rate and time left of the shown upload, from what the server acknowledged (PWA-37), never from what was sent. */
export function useTransferRate(db: LocalDb): TransferRate {
  const bytes = useLiveQuery(() => acknowledged(db), [db]);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    if (!bytes || bytes.confirmed >= bytes.queued) return setSamples([]);
    const take = (): void => setSamples((earlier) => withSample(earlier, { at: performance.now(), confirmed: bytes.confirmed }));
    take();
    // Also while nothing is acknowledged: the rate of a link that stalls falls.
    const timer = setInterval(take, TICK_MS);
    return () => clearInterval(timer);
  }, [bytes]);
  return bytes ? rateOf(samples, bytes.queued - bytes.confirmed) : UNKNOWN;
}

interface Sample {
  at: number;
  confirmed: number;
}

function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  return [...samples.filter(({ at }) => at >= sample.at - WINDOW_MS), sample];
}

export function rateOf(samples: readonly Sample[], bytesLeft: number): TransferRate {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < TICK_MS) return UNKNOWN;
  const bytesPerSecond = Math.max(0, ((last.confirmed - first.confirmed) * 1000) / (last.at - first.at));
  return { bytesPerSecond, secondsLeft: bytesPerSecond > 0 ? Math.ceil(bytesLeft / bytesPerSecond) : null };
}

async function acknowledged(db: LocalDb): Promise<{ confirmed: number; queued: number } | null> {
  const upload = await db.uploads.where('shown').equals(1).first();
  if (!upload || upload.state !== 'upload') return null;
  const series = (await db.series.where('uploadId').equals(upload.id).toArray()).filter((row) => row.idx !== null);
  return {
    confirmed: series.reduce((sum, row) => sum + row.confirmedBytes, 0),
    queued: series.reduce((sum, row) => sum + row.bytes, 0),
  };
}
