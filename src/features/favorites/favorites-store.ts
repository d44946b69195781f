import { isUuid } from '#model/uuid.ts';

/**
 * [Note: Favorites]
 *
 * A list of study uuids in the storage of this browser, of one user in one team: the storage belongs to the team's origin, the key names
 * the user. Tabs announce changes over the channel `mdnt` (FAV-06 to 08); their messages are trusted, because the storage of another
 * process may still be out of date.
 */
export interface FavoritesStore {
  /** Latest first. */
  read(): readonly string[];
  subscribe(listener: () => void): () => void;
  add(uuid: string): void;
  remove(uuid: string): void;
}

/** given, except `uuid`; removal has the same name (ODD-41). */
interface FavoriteMessage {
  message: 'favorite.add';
  method: 'add' | 'remove';
  uuid: string;
}

export interface FavoritesPorts {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** A BroadcastChannel named `mdnt`. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  userId: number;
}

export function createFavoritesStore({ storage, channel, userId }: FavoritesPorts): FavoritesStore {
  const key = `favorites.${userId}`;
  const listeners = new Set<() => void>();
  let favorites = parseFavorites(storage.getItem(key));

  function change({ method, uuid }: Pick<FavoriteMessage, 'method' | 'uuid'>): boolean {
    if (favorites.includes(uuid) === (method === 'add')) return false;
    favorites = method === 'add' ? [uuid, ...favorites] : favorites.filter((other) => other !== uuid);
    storage.setItem(key, JSON.stringify(favorites));
    for (const listener of listeners) listener();
    return true;
  }

  function changeAndTell(method: FavoriteMessage['method'], uuid: string): void {
    const message: FavoriteMessage = { message: 'favorite.add', method, uuid };
    if (change(message)) channel.postMessage(message);
  }

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isFavoriteMessage(data)) change(data);
  });

  return {
    read: () => favorites,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (uuid) => changeAndTell('add', uuid),
    remove: (uuid) => changeAndTell('remove', uuid),
  };
}

/** Anything that is not a list of uuids is ignored; each uuid occurs once (FAV-10). */
function parseFavorites(text: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? [...new Set(list.filter(isUuid))] : [];
  } catch {
    return [];
  }
}

function isFavoriteMessage(data: unknown): data is FavoriteMessage {
  const { message, method, uuid } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  return message === 'favorite.add' && (method === 'add' || method === 'remove') && isUuid(uuid);
}
