import type { SeriesStore } from '#features/annotator/station/series-store.ts';
import type { StationStore } from '#features/annotator/station/create-station.ts';
import { actOfNews, newsOf, newsOfState, parseNews, type News } from './session-news.ts';

export interface SessionChannel {
  postMessage(message: News): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  close(): void;
}

/**
 * Windows of one study as one session: what somebody does in one is told to the others, and what they tell is done here without telling it again. Each
 * goes on when another is closed. Strokes and measurements need none of it: they are in the database of the device.
 */
export function shareSession(
  station: StationStore,
  series: Pick<SeriesStore, 'peek' | 'subscribe'>,
  channel: SessionChannel,
  /** It begins where the others are. */
  isSecond: boolean,
): () => void {
  const shapeOf = (uuid: string) => series.peek(uuid);
  let last = station.read();
  let isHearing = false;
  const tell = (all: readonly News[]): void => all.forEach((news) => channel.postMessage(news));

  channel.addEventListener('message', ({ data }) => {
    const news = parseNews(data);
    if (news === null) return;
    if (news.news === 'opened') return tell(newsOfState(station.read(), shapeOf));
    isHearing = true;
    try {
      station.act(actOfNews(news));
    } finally {
      isHearing = false;
      last = station.read();
    }
  });
  const endStation = station.subscribe(() => {
    const now = station.read();
    if (!isHearing) tell(newsOf(last, now, shapeOf));
    last = now;
  });
  // Before the places of its slices are known, a window could not follow an answer.
  let hasAsked = !isSecond;
  function askOnce(): void {
    const { panes, active } = station.read();
    const shape = shapeOf(panes[active]?.series ?? '');
    if (hasAsked || shape === null || (!shape.hasPlanes && shape.noPlanes === null)) return;
    hasAsked = true;
    channel.postMessage({ news: 'opened' });
  }
  const endSeries = series.subscribe(askOnce);
  askOnce();
  return () => {
    endStation();
    endSeries();
    channel.close();
  };
}
