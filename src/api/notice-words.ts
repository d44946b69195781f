import { get, set } from 'idb-keyval';
import { z } from '#contract/zod.ts';

/** What a notice of a finished upload says: given (UPL2-070), and what it means. No patient name: a notice is visible on a locked screen. */
const NoticeWords = z.object({ title: z.string(), body: z.string() });
export type NoticeWords = z.infer<typeof NoticeWords>;

const ENGLISH: NoticeWords = { title: 'Upload finished!', body: 'Every file is on the server and verified.' };
export const NOTICE_WORDS_KEY = 'lightship.notice-words';

/** From the page, which knows the language, for the service worker, which shows the notice when no page is open. */
export const writeNoticeWords = (words: NoticeWords): Promise<void> => set(NOTICE_WORDS_KEY, words);

/** Those of the page that was open last; English if there was none. */
export async function readNoticeWords(): Promise<NoticeWords> {
  const stored = NoticeWords.safeParse(await get<unknown>(NOTICE_WORDS_KEY).catch(() => null));
  return stored.success ? stored.data : ENGLISH;
}
