import axe, { type RunOnly, type RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** WCAG 2.0, 2.1 and 2.2, A and AA (no rule is new in the A of 2.2), and what is good practice beyond them. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Experimental rules are left out by axe itself, and those that it has given up. */
export const ALL_RULES: RunOnly = { type: 'tag', values: TAGS };

export const COLOUR_RULES: RunOnly = {
  type: 'rule',
  values: axe
    .getRules(['cat.color'])
    .filter(({ tags }) => tags.some((tag) => TAGS.includes(tag)))
    .map(({ ruleId }) => ruleId),
};

/** A dialog in front of its overlay is all there is to be used; what it stands before was looked at without it. */
const IN_FRONT = ':has(> .mantine-Drawer-overlay, > .mantine-Modal-overlay) [aria-modal="true"]';

/** What axe has against the page as it stands: rule, element, sentence. */
export async function violationsOn(page: Page, rules: RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe.source);
    await page.evaluate(layOutAll);
  }
  // Without `preload`: it fetches style sheets and media a second time, for rules on videos and on orientation.
  const options: RunOptions = { runOnly: rules, resultTypes: ['violations'], preload: false };
  const { violations } = await page.evaluate(
    ([inFront, given]) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
      return inPage.run(document.querySelector(inFront) ?? document, given);
    },
    [IN_FRONT, options] as const,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id} at ${target.join(' ')} (${html}): ${help}. ${inOneLine(failureSummary ?? '')}`),
  );
}

/**
 * Runs in the page. What is far out of sight is not laid out (`content-visibility`): it says where it was when it was last seen, perhaps in a wider window,
 * and axe would find it over what stands there now.
 */
function layOutAll(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** Empty where the document is as wide as its window (WCAG 1.4.10); else what reaches beyond its edge. */
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
