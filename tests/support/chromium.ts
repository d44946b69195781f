import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium as playwrightChromium } from 'playwright';

export type ChromiumSearch = { ok: true; path: string } | { ok: false; line: string };

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The machine's own browser first: it is there without a download, and it is the one whose behaviour was measured. */
export function findChromium(
  searchPath: string = process.env['PATH'] ?? '',
  downloaded: string = playwrightChromium.executablePath(),
): ChromiumSearch {
  const onPath = searchPath
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  // By name before by folder: a `chromium` at the end of PATH wins over a `google-chrome` at its beginning.
  const byName = NAMES.flatMap((name) => onPath.filter((file) => file.endsWith(`/${name}`)));
  const path = [...byName, downloaded].find((file) => existsSync(file));
  if (path !== undefined) return { ok: true, path };
  return { ok: false, line: 'No Chromium for the browser tests: install the package chromium, or run: npx playwright install chromium' };
}

export function chromiumPath(): string {
  const search = findChromium();
  if (!search.ok) throw new Error(search.line);
  return search.path;
}
