import { useMediaQuery } from '@mantine/hooks';

/** Where the configure column is (design.md §7): next to the list, in a drawer, or in a drawer with Process in the footer. */
export type Layout = 'wide' | 'tablet' | 'phone';

export function useLayout(): Layout {
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const tablet = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false });
  if (wide) return 'wide';
  return tablet ? 'tablet' : 'phone';
}
