import { parseArgs } from 'node:util';
import { onStopSignal } from '#commands/on-stop-signal.ts';
import { withTempFolder } from '#commands/temp-folder.ts';
import { needChromium } from '#commands/test-services/browser.ts';
import { inLanguage } from './in-language.ts';
import { LANES, lanesTo } from './scenarios.ts';
import { takeTour } from './tour.ts';
import { OUT, takeShots } from './take-shots.ts';
import { LOOKS, nameOf, SIZES, type LookName, type SizeName } from './step.ts';

/**
 * `npm run shots`: every state of every page as pictures for people to look at, and a contact sheet of them. Exit code 1 where a state could
 * not be reached.
 *
 *   --only upload-preview,studies   states whose name begins so
 *   --sizes phone                   wide, laptop (1366 x 768), hospital (1280 x 720), tablet, phone; zoomed is a page at 400 %
 *   --looks dark,light              dark, light; contrast and forced are what a system asks for
 *   --language de                   the addresses of the states in another language, each in a tab of its own: without dialogs and what was
 *                                   not saved. Prints what is wider than the window, cut off, or left in English
 *   --tour                          the pictures of the home page, and nothing else
 *   --list                          names of the states, and nothing else
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    sizes: { type: 'string', default: 'wide,laptop,hospital,tablet,phone' },
    looks: { type: 'string', default: 'dark,light' },
    language: { type: 'string', default: 'en' },
    tour: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const only = wordsOf(values.only);
const lanes = lanesTo(only);
if (lanes.length === 0) throw new Error(`--only: no state begins with ${values.only}; --list names them`);

if (!values.list) await needChromium();
if (values.list) {
  for (const step of LANES.flat().flatMap(({ steps }) => steps))
    console.log(`${nameOf(step)}${step.sizes ? ` (${step.sizes.join(', ')})` : ''}`);
} else if (values.tour) {
  await withTempFolder(takeTour);
} else {
  const sizes = namesOf<SizeName>('sizes', SIZES);
  const looks = namesOf<LookName>('looks', LOOKS);
  const views = sizes.map((size) => ({ size, looks }));
  const language = values.language === 'en' ? null : inLanguage(values.language);
  const stopped = Promise.withResolvers<never>();
  const done = withTempFolder((folder) => Promise.race([takeShots({ only, lanes, views, language, folder }), stopped.promise]));
  // Every browser and server that was started goes with the folder.
  onStopSignal(async () => {
    stopped.reject(new Error('Stopped'));
    await done.catch(() => undefined);
  });
  const { shots, missed, seconds } = await done;
  for (const { name, why, notTried } of missed) console.error(`${name} was not reached, ${notTried.length} after it not tried: ${why}\n`);
  for (const fault of language?.faults() ?? []) console.log(fault);
  console.log(`${shots} pictures in ${seconds.toFixed(0)} s: ${OUT}/index.html`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

function wordsOf(list: string): string[] {
  return list.split(',').filter((word) => word !== '');
}

function namesOf<T extends string>(option: 'sizes' | 'looks', known: Record<T, unknown>): T[] {
  const words = wordsOf(values[option]);
  const unknown = words.filter((word) => !(word in known));
  if (unknown.length > 0 || words.length === 0)
    throw new Error(`--${option} knows ${Object.keys(known).join(', ')}, not ${values[option]}`);
  return words as T[];
}
