import { languageFor, loadTexts } from './languages.ts';
import { setTexts } from './t.ts';

/** Of the base domain: each team has a host of its own, and a person chooses once. */
export const LANGUAGE_COOKIE = 'lightship.language';

/** Sets the language of the page. Before any module with texts is loaded. */
export async function startLanguage(): Promise<void> {
  const language = languageFor(chosenLanguage(document.cookie), navigator.languages);
  setTexts(language, await loadTexts(language));
  document.documentElement.lang = language;
}

/** Null where nothing was chosen in this browser. */
function chosenLanguage(cookies: string): string | null {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${LANGUAGE_COOKIE}=`));
  return found === undefined ? null : found.slice(LANGUAGE_COOKIE.length + 1);
}
