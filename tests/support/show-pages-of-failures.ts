import { afterEach } from 'vitest';
import { openPages } from './browser.ts';
import { shownOn } from './shown-on.ts';

/** The message of a test that failed in a browser ends with what its pages showed. */
afterEach(async ({ task }) => {
  const [first] = task.result?.errors ?? [];
  if (first === undefined) return;
  const shown = await Promise.all(openPages().map(shownOn));
  first.message = [first.message, ...shown].join('\n\n');
});
