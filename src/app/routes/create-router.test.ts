import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { Visit } from '#app/session/create-visit.ts';
import { createAppRouter } from './create-router.tsx';

test('a page that is ready is shown immediately, without a minimum time for the placeholder', () => {
  const { options } = createAppRouter({} as Visit, createMemoryHistory());
  expect(options.defaultPendingMinMs).toBe(0);
});
