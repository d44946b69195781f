import { chromiumPath } from './chromium.ts';

/** Before the first browser test: one line that helps, instead of the same failure in every test. */
export default function requireChromium(): void {
  chromiumPath();
}
