import { useLocalStorage } from '@mantine/hooks';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import type { ActionId, Chord } from './actions.ts';
import { keyOf, parseOwnKeys, type OwnKeys } from './own-keys.ts';

const NONE: OwnKeys = {};

/** Stored on this device for each user: no call of the server keeps settings of a person. */
export function useOwnKeys(): { own: OwnKeys; keyOf: (id: ActionId) => Chord; store: (own: OwnKeys) => void } {
  const { user } = useSession<Session>();
  const [own, store] = useLocalStorage<OwnKeys>({
    key: `lightship.annotator-keys.${user.id}`,
    defaultValue: NONE,
    getInitialValueInEffect: false,
    serialize: (keys) => JSON.stringify(keys),
    deserialize: (text) => parseOwnKeys(text ?? null),
  });
  return { own, store, keyOf: (id) => keyOf(id, own) };
}
