import { del, delMany, get, set, setMany } from 'idb-keyval';
import { z } from '#contract/zod.ts';
import { NOTICE_WORDS_KEY } from './notice-words.ts';

/**
 * What a context needs to speak for the signed-in user on this origin. It stands in localStorage, where a page reads it at once, and in
 * IndexedDB through idb-keyval, because the service worker and web workers have no localStorage (PWA-28). The page writes both; where the
 * two differ (a browser killed between the writes), a page's start writes what it has again.
 */
export const Credentials = z.object({
  token: z.string().min(1),
  userId: z.number().int(),
  /** Slug of the team of this host; null on the main domain. */
  team: z.string().nullable(),
  /** Without a last slash. */
  apiBase: z.string(),
  servicesBase: z.string(),
  uploadBase: z.string(),
  /** What the mark of this browser said when these were stored: src/app/session/visit-mark.ts. */
  visit: z.string().nullable().default(null),
});
export type Credentials = z.infer<typeof Credentials>;

/** For whom this origin sends: credentials without their token. */
export const QueueOwner = Credentials.omit({ token: true });
export type QueueOwner = z.infer<typeof QueueOwner>;

/** given (AUTH-07). */
export const CREDENTIALS_KEY = 'mt_auth._token.local';
const QUEUE_OWNER_KEY = 'lightship.queue-owner';
const HALF_DROPPED_KEY = 'lightship.half-dropped';
const WRITTEN_CHANNEL = 'lightship.credentials-written';
const SIGNED_OUT_CHANNEL = 'lightship.signed-out';

/**
 * Null: nobody is signed in here, or what is stored cannot be read. A page that finds nothing in localStorage looks into IndexedDB as well:
 * Chromium writes localStorage to the disk some seconds late, and a browser that was killed right after a sign-in has lost it.
 */
export async function readCredentials(): Promise<Credentials | null> {
  const text = pageStorage()?.getItem(CREDENTIALS_KEY) ?? null;
  if (text !== null) return parseCredentials(text);
  const stored = await get<unknown>(CREDENTIALS_KEY).catch(() => null);
  const parsed = Credentials.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

export async function writeCredentials(credentials: z.input<typeof Credentials>): Promise<void> {
  pageStorage()?.setItem(CREDENTIALS_KEY, JSON.stringify(credentials));
  await setMany([
    [CREDENTIALS_KEY, credentials],
    [QUEUE_OWNER_KEY, QueueOwner.parse(credentials)],
  ]);
  tell(WRITTEN_CHANNEL);
}

/** A bearer was stored, by this page or another tab of this origin: every context now finds it. Returns how to stop listening. */
export function onCredentialsWritten(listener: () => void): () => void {
  return hear(WRITTEN_CHANNEL, listener);
}

/** To every other context of this origin: the person has left, and what is theirs is being removed. */
export function tellSignedOut(): void {
  tell(SIGNED_OUT_CHANNEL);
}

export function onSignedOutElsewhere(listener: () => void): () => void {
  return hear(SIGNED_OUT_CHANNEL, listener);
}

function tell(name: string): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
}

function hear(name: string, listener: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', () => listener());
  return () => channel.close();
}

export async function clearCredentials(): Promise<void> {
  pageStorage()?.removeItem(CREDENTIALS_KEY);
  await del(CREDENTIALS_KEY);
}

/**
 * Whose queue this origin sends. It outlives a sign-in that ended by itself: chunks travel under the token of their upload, and nobody has
 * to sign in for them. A person who signs out takes it along (`clearQueueOwner`).
 */
export async function readQueueOwner(): Promise<QueueOwner | null> {
  const parsed = QueueOwner.safeParse(await get<unknown>(QUEUE_OWNER_KEY).catch(() => null));
  return parsed.success ? parsed.data : null;
}

/** With the words of the notices of uploads, which nobody needs then. */
export async function clearQueueOwner(): Promise<void> {
  await delMany([QUEUE_OWNER_KEY, NOTICE_WORDS_KEY]);
}

/** Whose things are being removed here: written before the first goes, and taken away after the last. */
export async function setHalfDropped(userId: number | null): Promise<void> {
  await (userId === null ? del(HALF_DROPPED_KEY) : set(HALF_DROPPED_KEY, userId));
}

export async function readHalfDropped(): Promise<number | null> {
  const userId = await get<unknown>(HALF_DROPPED_KEY).catch(() => null);
  return typeof userId === 'number' ? userId : null;
}

function parseCredentials(text: string): Credentials | null {
  try {
    const parsed = Credentials.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

interface PageStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** localStorage where this context has one; undefined in workers, and where the browser refuses it. */
function pageStorage(): PageStorage | undefined {
  try {
    return (globalThis as { localStorage?: PageStorage }).localStorage;
  } catch {
    return undefined;
  }
}
