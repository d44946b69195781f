import type { SeriesState } from '#contract/entities.ts';
import type { News } from '#server/rules/context.ts';

export interface EndedSeries {
  session: string;
  idx: number;
  uuid: string;
  state: SeriesState;
  message: string | null;
}

/** SOCK-12 or SOCK-13 for a series that has ended; nothing for any other. */
export function tellConversion(news: News, { session, idx, uuid, state, message }: EndedSeries): void {
  const event = { session, idx, serieRemoteUuid: uuid };
  if (state === 'converted') news.toUpload(session, 'upload:conversion:oneserie:done', event);
  if (state === 'error') news.toUpload(session, 'upload:conversion:oneserie:error', { ...event, message: message ?? '' });
}
