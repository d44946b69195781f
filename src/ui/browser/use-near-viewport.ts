import { useEffect, useState, type RefObject } from 'react';

/** Two turns of a wheel, so that rows are drawn before they are visible. */
const MARGIN = '800px 0px';

const seenBy = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** One observer for all: a list of a thousand rows has a thousand targets. */
function observed(): IntersectionObserver {
  observer ??= new IntersectionObserver((entries) => entries.forEach((entry) => entry.isIntersecting && seenBy.get(entry.target)?.()), {
    rootMargin: MARGIN,
  });
  return observer;
}

/** Whether an element has been in or near the viewport. `always`: counts as having been, for what is drawn immediately. */
export function useNearViewport(element: RefObject<Element | null>, always: boolean): boolean {
  const [hasCome, setCome] = useState(always);
  useEffect(() => {
    const target = element.current;
    if (hasCome || !target) return;
    const end = (): void => {
      observed().unobserve(target);
      seenBy.delete(target);
    };
    seenBy.set(target, () => {
      end();
      setCome(true);
    });
    observed().observe(target);
    return end;
  }, [element, hasCome]);
  return hasCome || always;
}
