import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { shownOn } from '#tests/support/shown-on.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { LOOKS, nameOf, SIZES, viewsOf, type At, type Scenario, type LookName, type SizeName, type Step, type View } from './step.ts';
import type { World } from './world.ts';

export interface Sight {
  page: Page;
  step: Step;
  size: SizeName;
  look: LookName;
}

interface WalkOptions {
  views: readonly View[];
  isWanted: (step: Step) => boolean;
  /** Another tab that is looked at instead of the page, and closed; null where there is nothing to see. */
  openInstead?: (page: Page) => Promise<Page | null>;
  /** Each wanted state in each view. */
  see: (sight: Sight) => Promise<unknown>;
  /** A state that was not reached, as soon as that is known. */
  miss: (missed: Missed) => void;
}

export interface Missed {
  name: string;
  why: string;
  /** The states of its journey that come after it. */
  notTried: readonly string[];
  /** What was on the screen instead. */
  picture: Buffer | null;
}

/** Goes through the journeys of each lane one after the other, each in a browser context of its own. */
export async function walk(browser: Browser, world: World, lanes: readonly (readonly Scenario[])[], options: WalkOptions): Promise<void> {
  await Promise.all(lanes.map((lane) => walkLane(browser, world, lane, options)));
}

async function walkLane(browser: Browser, world: World, journeys: readonly Scenario[], options: WalkOptions): Promise<void> {
  for (const journey of journeys) {
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
    });
    try {
      await go(context, world, journey, options);
    } finally {
      await context.close();
    }
  }
}

async function go(context: BrowserContext, world: World, journey: Scenario, options: WalkOptions): Promise<void> {
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const at: At = { world, context, page };
  if (journey.who !== null) await signIn(page, world.server, journey.who);
  await journey.prepare?.(at);
  const glass = await openGlass(page);
  for (const [index, step] of journey.steps.entries()) {
    try {
      await glass.setSize(step.sizes?.[0] ?? 'wide');
      await step.reach(at);
      if (options.isWanted(step)) {
        if (options.openInstead === undefined) await lookAt(page, glass, step, options);
        else await lookInstead(await options.openInstead(page), step, options);
      }
      await step.leave?.(at);
    } catch (error) {
      const why = `${error instanceof Error ? error.message : String(error)}\n${await shownOn(page)}`;
      const picture = await page.screenshot().catch(() => null);
      return options.miss({ name: nameOf(step), why, notTried: journey.steps.slice(index + 1).map(nameOf), picture });
    }
  }
}

async function lookInstead(tab: Page | null, step: Step, options: WalkOptions): Promise<void> {
  if (tab === null) return;
  try {
    await lookAt(tab, await openGlass(tab), step, options);
  } finally {
    await tab.close();
  }
}

async function lookAt(page: Page, glass: Glass, step: Step, { views, see }: WalkOptions): Promise<void> {
  const first = step.sizes?.[0] ?? 'wide';
  // The page may be of a host where nothing was chosen yet, so the first look is always set.
  let shown: LookName | null = null;
  const show = async (look: LookName): Promise<void> => {
    if (look !== shown) await glass.setLook(look);
    shown = look;
  };
  for (const { size, looks } of viewsOf(step, views)) {
    await glass.setSize(size);
    for (const look of looks) {
      await show(look);
      await see({ page, step, size, look });
    }
  }
  await show('dark');
  await glass.setSize(first);
}

/** What a page is looked at through. A state is reached once and stays while glass and colours change, as on a tablet that is turned. */
interface Glass {
  setSize(name: SizeName): Promise<void>;
  setLook(name: LookName): Promise<void>;
}

async function openGlass(page: Page): Promise<Glass> {
  const session: CDPSession = await page.context().newCDPSession(page);
  return {
    async setSize(name) {
      const { width, height, isTouch } = SIZES[name];
      await page.setViewportSize({ width, height });
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: isTouch, ...(isTouch ? { maxTouchPoints: 5 } : {}) });
    },
    async setLook(name) {
      const { scheme, contrast, forcedColors } = LOOKS[name];
      await page.emulateMedia({ contrast: contrast ?? 'no-preference', forcedColors: forcedColors ?? 'none' });
      await page.evaluate(chooseScheme, scheme);
      await page.waitForFunction((wanted) => document.documentElement.dataset['mantineColorScheme'] === wanted, scheme);
    },
  };
}

/** Runs in the page: as when the person chooses it in another tab. */
function chooseScheme(scheme: string): void {
  const key = 'lightship.color-scheme';
  localStorage.setItem(key, scheme);
  dispatchEvent(new StorageEvent('storage', { key, newValue: scheme, storageArea: localStorage }));
}
