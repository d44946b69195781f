import { useLiveQuery } from 'dexie-react-hooks';
import { unlessOutdated } from './connection.ts';
import type { DeviceKey } from './device-key.ts';
import { keptDices, type KeptDices } from './kept-dices.ts';
import type { LocalDb } from './schema.ts';
import { useDeviceKey } from './use-device-key.ts';

/** Live; null until they are known. */
export function useKeptDices(db: LocalDb, campaign: string): { device: DeviceKey; dices: KeptDices } | null {
  const device = useDeviceKey(db);
  return (
    useLiveQuery(
      async () => device && { device, dices: (await unlessOutdated(db, () => keptDices(db, device, campaign))) ?? {} },
      [db, device, campaign],
    ) ?? null
  );
}
