import { describe, expect, it } from 'vitest';
import { createFavoritesStore, type FavoritesStore } from './favorites-store.ts';

const HERON = '5f1e0c7a-3c0f-4b7e-9d53-0a8d2f6f2b11';
const PLOVER = 'a3b0d2c4-11aa-4c1e-8f00-1234567890ab';

/** One origin with its storage; `open` is a tab of it. */
function origin(kept: Record<string, string> = {}) {
  const rows = new Map(Object.entries(kept));
  const posted: unknown[] = [];
  const tabs: ((data: unknown) => void)[] = [];
  return {
    rows,
    posted,
    hear: (data: unknown) => tabs.forEach((tab) => tab(data)),
    open(userId = 7): FavoritesStore {
      const own = tabs.length;
      return createFavoritesStore({
        userId,
        storage: { getItem: (key) => rows.get(key) ?? null, setItem: (key, value) => void rows.set(key, value) },
        channel: {
          postMessage(data: unknown) {
            posted.push(data);
            for (const [index, tab] of tabs.entries()) if (index !== own) tab(data);
          },
          addEventListener: ((_: 'message', listener: (event: { data: unknown }) => void) => {
            tabs.push((data) => listener({ data }));
          }) as BroadcastChannel['addEventListener'],
        },
      });
    },
  };
}

describe('favorites', () => {
  it('are stored as a list of UUIDs, the latest first, each once [FAV-04, FAV-10]', () => {
    const { rows, open } = origin();
    const store = open();
    store.add(HERON);
    store.add(PLOVER);
    store.add(HERON);
    expect(store.read()).toEqual([PLOVER, HERON]);
    expect(JSON.parse(rows.get('favorites.7')!)).toEqual([PLOVER, HERON]);
    expect(open().read()).toEqual([PLOVER, HERON]);
  });

  it('are broadcast to other tabs under one name for every change [CONST-63, FAV-07, FAV-08, ODD-41]', () => {
    const { posted, open } = origin();
    const [here, there] = [open(), open()];
    let told = 0;
    there.subscribe(() => (told += 1));
    here.add(HERON);
    here.add(HERON);
    here.remove(HERON);
    here.remove(PLOVER);
    expect(posted).toEqual([
      { message: 'favorite.add', method: 'add', uuid: HERON },
      { message: 'favorite.add', method: 'remove', uuid: HERON },
    ]);
    expect([there.read(), told]).toEqual([[], 2]);
    there.add(PLOVER);
    expect(here.read()).toEqual([PLOVER]);
  });

  it('of another user are not shown [FAV-05]', () => {
    const { open } = origin();
    open(7).add(HERON);
    expect(open(8).read()).toEqual([]);
  });

  it.each(['{', '{"a":1}', '"text"', `["${HERON}", 3, "../x", "${HERON}"]`])('reads any stored value: %s', (text) => {
    const { open } = origin({ 'favorites.7': text });
    expect(open().read()).toEqual(text.startsWith('[') ? [HERON] : []);
  });

  it('ignore foreign messages on the channel', () => {
    const { hear, open } = origin();
    const store = open();
    for (const data of [
      null,
      'favorite.add',
      { message: 'favorite.add', method: 'add', uuid: 3 },
      { message: 'other', method: 'add', uuid: HERON },
    ])
      hear(data);
    hear({ message: 'favorite.add', method: 'drop', uuid: HERON });
    expect(store.read()).toEqual([]);
  });
});
