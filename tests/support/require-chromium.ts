import { chromiumPath } from '#commands/test-services/browser.ts';

/** Prints one helpful line before the first browser test, instead of the same failure in every test. */
export default function requireChromium(): void {
  chromiumPath();
}
