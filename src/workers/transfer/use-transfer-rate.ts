import { useEffect, useRef, useState } from 'react';
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
  const latest = useRef(bytes);
  latest.current = bytes;
  const [rate, setRate] = useState(UNKNOWN);
  useEffect(() => {
    let samples: { at: number; confirmed: number }[] = [];
    const timer = setInterval(() => {
      const now = latest.current;
      if (!now || now.confirmed >= now.queued) {
        samples = [];
        setRate(UNKNOWN);
        return;
      }
      samples.push({ at: performance.now(), confirmed: now.confirmed });
      samples = samples.filter((sample) => sample.at >= performance.now() - WINDOW_MS);
      setRate(rateOf(samples, now.queued - now.confirmed));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return rate;
}

export function rateOf(samples: readonly { at: number; confirmed: number }[], bytesLeft: number): TransferRate {
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
