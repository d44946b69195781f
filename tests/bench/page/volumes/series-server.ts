import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SeriesFile } from '#contract/study-detail.ts';

/** Of the series with this number. */
export const seriesUuid = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;
const FILES_OF_SERIES = /^\/api\/studies-v2\/series\/[-\d]{35}(\d)\/files$/;
const FILE = /^\/api\/studies-v2\/files\/(\d+)$/;
const MOST_FILES = 1000;

/** Answers for the files of series as the server does, to a page that opens them from there; false if it was asked for something else. */
export function answerForSeries(
  series: readonly (readonly Uint8Array[])[],
  { url = '', headers }: IncomingMessage,
  answer: ServerResponse,
): boolean {
  const path = url.split('?')[0]!;
  const listed = FILES_OF_SERIES.exec(path)?.[1];
  const file = Number(FILE.exec(path)?.[1] ?? NaN);
  if (listed !== undefined) {
    const data = series[Number(listed)]!.map(({ length }, slice): SeriesFile => ({
      ...{ id: Number(listed) * MOST_FILES + slice + 1, size: length, sha256: '0'.repeat(64), position: slice, frames: 1 },
    }));
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
    return true;
  }
  if (Number.isNaN(file)) return false;
  const bytes = series[Math.floor((file - 1) / MOST_FILES)]![(file - 1) % MOST_FILES]!;
  const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const end = Math.min(Number(last) + 1, bytes.length);
  answer.setHeader('content-range', `bytes ${from}-${end - 1}/${bytes.length}`);
  answer.writeHead(206).end(bytes.subarray(Number(from), end));
  return true;
}
