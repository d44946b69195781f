import { expect, it } from 'vitest';
import { deathOf } from './death-of.ts';

it('tells that a worker broke and why, or that it could not be understood', async () => {
  const cause = new TypeError('planted');
  const broken = new EventTarget() as Worker;
  const brokenDeath = deathOf(broken, 'stager');
  broken.dispatchEvent(Object.assign(new Event('error'), { error: cause }));
  await expect(brokenDeath).rejects.toMatchObject({ message: 'The stager worker broke', cause });

  const garbled = new EventTarget() as Worker;
  const garbledDeath = deathOf(garbled, 'stager');
  garbled.dispatchEvent(new Event('messageerror'));
  await expect(garbledDeath).rejects.toThrow('The stager worker could not be understood');
});
