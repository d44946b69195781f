import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { Visit } from '#app/session/create-visit.ts';
import { createAppRouter } from './create-router.tsx';

test('a page that is there is shown at once: what stood in its place is not held', () => {
  const { options } = createAppRouter({} as Visit, createMemoryHistory());
  expect(options.defaultPendingMinMs).toBe(0);
});
