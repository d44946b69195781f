import { useEffect } from 'react';

/** Puts a text before the title of the tab, for users on another tab. Never a patient's name: other programs can read the titles of windows. */
export function useTabTitle(text: string | null): void {
  useEffect(() => {
    // given (CFG-01), for every page.
    const title = document.title;
    document.title = text === null ? title : `${text} · ${title}`;
    return () => {
      document.title = title;
    };
  }, [text]);
}
