import { useSyncExternalStore } from 'react';
import { createFavoritesStore, type FavoritesStore } from './favorites-store.ts';

/** One per user who was signed in since the page was loaded, usually one. */
const stores = new Map<number, FavoritesStore>();

function favoritesOf(userId: number): FavoritesStore {
  const known = stores.get(userId);
  if (known !== undefined) return known;
  const store = createFavoritesStore({ storage: localStorage, channel: new BroadcastChannel('mdnt'), userId });
  stores.set(userId, store);
  return store;
}

export function useFavorites(userId: number): { favorites: readonly string[]; store: FavoritesStore } {
  const store = favoritesOf(userId);
  return { favorites: useSyncExternalStore(store.subscribe, store.read), store };
}
