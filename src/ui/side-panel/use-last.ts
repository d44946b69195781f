import { useState } from 'react';

/** The last thing that was open: it stays while its panel slides out. Null: none was. */
export function useLast<T>(opened: T | null): T | null {
  const [last, setLast] = useState(opened);
  if (opened !== null && opened !== last) setLast(opened);
  return opened ?? last;
}
