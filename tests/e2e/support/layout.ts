import type { Page } from 'playwright';
import { settled } from '#tests/support/settled.ts';
import { FRONT_DIALOG, sidewaysScrolling } from './axe.ts';

/** Text that is cut without an ellipsis, text and controls that cover each other, a second vertical scroll bar, and a page wider than its window. */
export async function layoutFaults(page: Page): Promise<string[]> {
  await settled(page);
  return [...(await sidewaysScrolling(page)), ...(await page.evaluate(faultsInPage, FRONT_DIALOG))];
}

/** Runs in the page, so it is one function. */
function faultsInPage(frontDialog: string): string[] {
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=combobox], [role=tab]';

  interface Edges {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  interface Box extends Edges {
    element: Element;
    words: string;
    layer: Element | null;
  }
  /** Effect of the ancestors on an element's children: the same for all of them, and slow to compute. */
  interface Around {
    /** The part that is visible inside the ancestors; null if nothing is. */
    shown: Edges | null;
    /** The nearest element in front of the page, such as a menu or a sticky header. */
    layer: Element | null;
    isVisible: boolean;
    hasEllipsis: boolean;
    isScrolledDown: boolean;
  }

  const front = [...document.querySelectorAll(frontDialog)].at(-1) ?? document.body;
  const known = new Map<Element, Around>();
  const boxes: Box[] = [];
  const faults = new Set<string>();
  front.querySelectorAll(CONTROLS).forEach(addControl);
  const texts = document.createTreeWalker(front, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) addText(texts.currentNode as Text);
  addOverlaps();
  addScrollBars();
  return [...faults];

  function around(element: Element): Around {
    let found = known.get(element);
    if (found === undefined) known.set(element, (found = computeAround(element)));
    return found;
  }

  function computeAround(element: Element): Around {
    const parent = element.parentElement;
    const { position, zIndex, overflowX, overflowY, clipPath, textOverflow, webkitLineClamp, visibility, opacity, display } =
      getComputedStyle(element);
    const outer = parent === null || position === 'fixed' ? null : around(parent);
    let shown: Edges | null = outer === null ? { left: 0, top: 0, right: innerWidth, bottom: Infinity } : outer.shown;
    if (clipPath.startsWith('inset(50%')) shown = null;
    if (shown !== null && parent !== null && element !== document.body && (overflowX !== 'visible' || overflowY !== 'visible'))
      shown = common(shown, element.getBoundingClientRect());
    return {
      shown,
      layer: position !== 'static' && position !== 'relative' && zIndex !== 'auto' ? element : (outer?.layer ?? null),
      isVisible:
        visibility === 'visible' && opacity !== '0' && display !== 'none' && (outer?.isVisible ?? true) && !element.hasAttribute('inert'),
      hasEllipsis: textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || (outer?.hasEllipsis ?? false),
      isScrolledDown: overflowY === 'auto' || overflowY === 'scroll' || (outer?.isScrolledDown ?? false),
    };
  }

  function common(one: Edges, other: Edges): Edges | null {
    const left = Math.max(one.left, other.left);
    const top = Math.max(one.top, other.top);
    const right = Math.min(one.right, other.right);
    const bottom = Math.min(one.bottom, other.bottom);
    return right - left < 2 || bottom - top < 2 ? null : { left, top, right, bottom };
  }

  function addControl(control: Element): void {
    const { isVisible, layer } = around(control);
    const place = around(control.parentElement!).shown;
    const seen = isVisible && place !== null ? common(place, control.getBoundingClientRect()) : null;
    const words = control.getAttribute('aria-label') ?? control.textContent.trim();
    if (seen !== null) boxes.push({ ...seen, element: control, layer, words: words === '' ? control.outerHTML.slice(0, 80) : words });
  }

  function addText(text: Text): void {
    const element = text.parentElement!;
    const words = text.data.trim();
    if (words === '' || !element.checkVisibility()) return;
    const { isVisible, shown, layer, hasEllipsis, isScrolledDown } = around(element);
    if (!isVisible || shown === null) return;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      const seen = common(shown, line);
      if (seen === null) continue;
      const isCutSideways = seen.right < line.right - 2 || seen.left > line.left + 2;
      const isCutAcross = seen.bottom < line.bottom - 4 || seen.top > line.top + 4;
      if (!hasEllipsis && (isCutSideways || (isCutAcross && !isScrolledDown))) faults.add(`"${words}" is cut`);
      boxes.push({ ...seen, element, layer, words });
    }
  }

  function addOverlaps(): void {
    boxes.sort((one, other) => one.top - other.top);
    for (const [index, one] of boxes.entries()) {
      for (let next = index + 1; next < boxes.length && boxes[next]!.top < one.bottom - 4; next += 1) {
        const other = boxes[next]!;
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - other.top;
        if (across > 2 && down > 4 && one.layer === other.layer && !isOneControl(one.element, other.element))
          faults.add(`"${one.words}" and "${other.words}" overlap`);
      }
    }
  }

  /** One contains the other; the icon and the shortcut of a field are next to it, in its frame. */
  function isOneControl(one: Element, other: Element): boolean {
    const frame = (element: Element): Element => element.closest('.mantine-Input-wrapper') ?? element;
    return frame(one).contains(other) || frame(other).contains(one);
  }

  function addScrollBars(): void {
    const isHigher = (element: Element): boolean => element.clientHeight > 0 && element.scrollHeight > element.clientHeight + 1;
    const scrolled = [...front.querySelectorAll(':not(textarea)')].filter(
      (element) => isHigher(element) && /auto|scroll/.test(getComputedStyle(element).overflowY) && around(element).isVisible,
    );
    const isPageScrolled = front === document.body && isHigher(document.documentElement);
    for (const element of scrolled)
      if (
        around(element).layer === around(front).layer &&
        (isPageScrolled || scrolled.some((other) => other !== element && other.contains(element)))
      )
        faults.add(`a second scroll bar at ${element.tagName.toLowerCase()}.${element.className}`);
  }
}
