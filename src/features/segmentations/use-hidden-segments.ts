import { useLocalStorage } from '@mantine/hooks';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** UUIDs of the segments that this user hides on this device (SEG-036). Others see them as before. */
export function useHiddenSegments(): { isHidden(uuid: string): boolean; toggle(uuid: string): void } {
  const { user } = useSession<Session>();
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `lightship.hidden-segments.${user.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return {
    isHidden: (uuid) => hidden.includes(uuid),
    toggle: (uuid) => setHidden((before) => (before.includes(uuid) ? before.filter((each) => each !== uuid) : [...before, uuid])),
  };
}
