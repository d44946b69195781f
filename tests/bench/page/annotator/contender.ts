import type { Page } from 'playwright';
import type { Area } from './find-blocks.ts';

/** What is measured: one way from an event to the screen. */
export type Figure = 'slice' | 'window' | 'oblique';

/** A page with three linked panes: a slice of the phantom at the left, and two planes through it at the right. */
export interface Contender {
  page: Page;
  /** In CSS pixels. */
  panes: readonly Area[];
  /** Prepares a figure: the slice is the first one, and planes are not turned. */
  prepare(figure: Figure): Promise<void>;
  /** With the key Shift a drag turns planes, where that is so. */
  turnsWithShift: boolean;
}
