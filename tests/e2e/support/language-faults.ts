import type { Page } from 'playwright';
import { textsByFile } from '#tests/support/language-texts.ts';

/** The English texts that a page in a language does not show: those that read the same in it, as a text of their own or of another, are left out. */
export function englishTextsBeside(tag: string): string[] {
  const texts = Object.assign({}, ...textsByFile(tag).values()) as Record<string, string>;
  const others = new Set(Object.values(texts));
  return Object.keys(texts).filter((english) => !others.has(english));
}

/** Of `english`, what a page in another language shows or says. */
export function englishLeftOn(page: Page, english: readonly string[]): Promise<string[]> {
  return page.evaluate((texts) => {
    const known = new Set(texts);
    const shown = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) shown.add(walker.currentNode.nodeValue!.trim());
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) shown.add(element.getAttribute(name)!);
    return [...shown].filter((text) => known.has(text));
  }, english);
}

/** Words that are cut off at an edge, and names of buttons, tabs and columns that end in dots: the page has less room than its language needs. */
export function cutTextsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const mayNotEndInDots = 'button, a[class*="button" i], [role="tab"], [role="columnheader"], th, label, h1, h2, h3, nav';
    const cut = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const words = walker.currentNode.nodeValue!.trim();
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const { left, right } = range.getBoundingClientRect();
      if (words === '' || right === left) continue;
      for (let element = walker.currentNode.parentElement; element !== null; element = element.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(element);
        if (overflowX === 'auto' || overflowX === 'scroll') break;
        if (overflowX !== 'hidden' && overflowX !== 'clip') continue;
        const edge = element.getBoundingClientRect();
        // What only a screen reader reads is a pixel wide.
        if (edge.width <= 1 || (right <= edge.right + 1 && left >= edge.left - 1)) continue;
        if (textOverflow !== 'ellipsis' || element.closest(mayNotEndInDots) !== null)
          cut.add(`${words} (${Math.ceil(right - left)} px in ${Math.floor(edge.width)} px)`);
        break;
      }
    }
    return [...cut];
  });
}
