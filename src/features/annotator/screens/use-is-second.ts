import { useSearch } from '@tanstack/react-router';
import { SECOND } from './second-window.ts';

/** This window was opened beside another one. */
export function useIsSecond(): boolean {
  return (useSearch({ strict: false }) as { [SECOND]?: unknown })[SECOND] !== undefined;
}
