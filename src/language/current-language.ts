let language = 'en';

/** BCP 47. English where nothing was set: on the server, in workers and in tests. */
export const currentLanguage = (): string => language;

export function setCurrentLanguage(tag: string): void {
  language = tag;
}
