/** Every field of a form is one stop: the element that has the focus in it is marked. */
const STOPS = '[data-form-stop]:not([tabindex="-1"])';

/** Moves the focus to the next or previous field. Whether there is one. */
export function moveToField(root: HTMLElement, step: 1 | -1): boolean {
  const stops = [...root.querySelectorAll<HTMLElement>(STOPS)];
  const at = stops.findIndex((stop) => stop === document.activeElement || stop.contains(document.activeElement));
  const next = stops[at + step];
  next?.focus();
  return next !== undefined;
}

/** `place`: as `fieldId` gives it. */
export function focusField(root: HTMLElement, place: string): void {
  root.querySelector<HTMLElement>(`[data-form-field="${place}"] ${STOPS}`)?.focus();
}

export const fieldId = ({ item, field }: { item: string | null; field: string }): string => `${item ?? 'study'}:${field}`;

/** Letters and arrows are part of what somebody types there. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [role="listbox"]') !== null;
}
