import { expect, it } from 'vitest';
import { workerFailure } from './worker-failure.ts';

it('reports that a worker crashed and why, or that its message was unreadable', async () => {
  const cause = new TypeError('planted');
  const broken = new EventTarget() as Worker;
  const brokenDeath = workerFailure(broken, 'stager');
  broken.dispatchEvent(Object.assign(new Event('error'), { error: cause }));
  await expect(brokenDeath).rejects.toMatchObject({ message: 'The stager worker broke', cause });

  const garbled = new EventTarget() as Worker;
  const garbledDeath = workerFailure(garbled, 'stager');
  garbled.dispatchEvent(new Event('messageerror'));
  await expect(garbledDeath).rejects.toThrow('The stager worker could not be understood');
});
