import axe, { type RunOnly, type RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { settled } from '#tests/support/settled.ts';

/** WCAG 2.0, 2.1 and 2.2, levels A and AA (2.2 has no new level A rule), and best practices beyond them. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** axe itself leaves out experimental and deprecated rules. */
export const ALL_RULES: RunOnly = { type: 'tag', values: TAGS };

export const COLOUR_RULES: RunOnly = {
  type: 'rule',
  values: axe
    .getRules(['cat.color'])
    .filter(({ tags }) => tags.some((tag) => TAGS.includes(tag)))
    .map(({ ruleId }) => ruleId),
};

/** What a smaller window changes in a page that has the same elements. */
export const SPACE_RULES: RunOnly = { type: 'rule', values: ['target-size', 'scrollable-region-focusable', 'link-in-text-block'] };

/** Only the front dialog or popover is being used. The page behind it was checked without it. */
export const FRONT_DIALOG =
  ':has(> .mantine-Drawer-overlay, > .mantine-Modal-overlay) [aria-modal="true"], .mantine-Popover-dropdown[role="dialog"]';

/** The violations that axe finds on the current page: rule, element, sentence. */
export async function violationsOn(page: Page, rules: RunOnly): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe.source);
    await page.evaluate(layOutAll);
  }
  // Without `preload`, which fetches style sheets and media again for rules on videos and orientation.
  const options: RunOptions = { runOnly: rules, resultTypes: ['violations'], preload: false };
  const { violations } = await page.evaluate(
    async ([inFront, given]) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
      const page = document.documentElement;
      page.toggleAttribute('data-checked', true);
      try {
        return await inPage.run([...document.querySelectorAll(inFront)].at(-1) ?? document, given);
      } finally {
        page.removeAttribute('data-checked');
      }
    },
    [FRONT_DIALOG, options] as const,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id} at ${target.join(' ')} (${html}): ${help}. ${inOneLine(failureSummary ?? '')}`),
  );
}

/**
 * Runs in the page. A bar over the end of a list that is scrolled covers a part of some row by chance: it is checked where it stands at the end.
 * Elements far out of sight are not laid out (`content-visibility`): they report their last position, perhaps from a wider
 * window, and axe would see them overlap other elements.
 */
function layOutAll(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important } [data-checked] [data-selection-bar] { position: static !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** Empty if the document is as wide as its window (WCAG 1.4.10); otherwise the elements beyond its edge. */
export function sidewaysScrolling(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1);
    const innermost = beyond.filter((element) => !beyond.some((other) => other !== element && element.contains(other)));
    const names = innermost.map(({ tagName, className }) => `${tagName.toLowerCase()}.${String(className)}`);
    return [`the document is ${scrollWidth} px wide in ${clientWidth} px: ${names.join(', ')}`];
  });
}

function inOneLine(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim();
}
