import type { DeviceKey } from './device-key.ts';
import { openJson, sealJson } from './encryption.ts';
import type { LocalDb } from './schema.ts';

/** By what was compared: Dice of each pair of segments; null: both are empty. */
export type KeptDices = Readonly<Record<string, readonly (number | null)[]>>;

const keyOf = (campaign: string): string => `dices ${campaign}`;

/** How masks of the reads of a campaign overlap, in place of what was kept of it. They need not be compared again. */
export async function keepDices(db: LocalDb, device: DeviceKey, campaign: string, dices: KeptDices, now = Date.now()): Promise<void> {
  await db.lists.put({ key: keyOf(campaign), sealed: await sealJson(device, dices), at: now });
}

/** Empty also if they were sealed under a deleted key. */
export async function keptDices(db: LocalDb, device: DeviceKey, campaign: string): Promise<KeptDices> {
  const row = await db.lists.get(keyOf(campaign));
  if (row === undefined) return {};
  return openJson<KeptDices>(device, row.sealed).catch(() => ({}));
}
