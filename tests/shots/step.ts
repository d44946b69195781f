import type { BrowserContext, Page } from 'playwright';
import type { Person } from '#tests/support/sign-in.ts';
import type { World } from './world.ts';

/** A state of a page, and how a person comes to it: looked at by `npm run shots` and by the accessibility tests. */
export interface Step {
  page: string;
  state: string;
  /** Sizes in which the state exists, starting with the one in which it is reached; all by default. `wide` includes the smaller desktops. */
  sizes?: readonly SizeName[];
  /** From where the step before left off. Resolves once the state is on the screen; rejects where it cannot be reached. */
  reach: (at: At) => Promise<unknown>;
  /** Back to what the next step expects. */
  leave?: (at: At) => Promise<unknown>;
}

/** Steps of one person at one machine, in order. Who wants a later one goes through those before it. */
export interface Scenario {
  /** Signed in on every host; null for a guest. */
  who: Person | null;
  /** Before the first page. */
  prepare?: (at: At) => Promise<unknown>;
  steps: readonly Step[];
}

export interface At {
  world: World;
  context: BrowserContext;
  page: Page;
}

export type SizeName = 'wide' | 'laptop' | 'hospital' | 'tablet' | 'phone' | 'zoomed';

interface Size {
  width: number;
  height: number;
  isTouch: boolean;
}

export const SIZES: Record<SizeName, Size> = {
  wide: { width: 1440, height: 900, isTouch: false },
  laptop: { width: 1366, height: 768, isTouch: false },
  hospital: { width: 1280, height: 720, isTouch: false },
  tablet: { width: 900, height: 1200, isTouch: true },
  phone: { width: 390, height: 844, isTouch: true },
  /** 1280 x 1024 at 400 % (WCAG 1.4.10). */
  zoomed: { width: 320, height: 256, isTouch: false },
};

export interface View {
  size: SizeName;
  looks: readonly LookName[];
  /** Which steps are looked at in this way; all by default. */
  isFor?: (step: Step) => boolean;
}

/** Those in which a state is looked at. */
export function viewsOf(step: Step, views: readonly View[]): View[] {
  return views.filter(({ size, isFor }) => isShownAt(step, size) && (isFor?.(step) ?? true));
}

function isShownAt({ sizes }: Step, size: SizeName): boolean {
  return sizes === undefined || sizes.includes(size === 'laptop' || size === 'hospital' ? 'wide' : size);
}

export type LookName = 'dark' | 'light' | 'contrast' | 'forced';

/** What a person has chosen in the app and in their system. */
export const LOOKS: Record<LookName, { scheme: 'dark' | 'light'; contrast?: 'more'; forcedColors?: 'active' }> = {
  dark: { scheme: 'dark' },
  light: { scheme: 'light' },
  contrast: { scheme: 'dark', contrast: 'more' },
  forced: { scheme: 'dark', forcedColors: 'active' },
};

export function nameOf({ page, state }: Pick<Step, 'page' | 'state'>): string {
  return `${page}-${state}`;
}
