import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SessionProvider } from '#ui/session-context.tsx';
import { Cases } from './Cases.tsx';

const one = (dirty: boolean): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <SessionProvider session={{ permissions: new Set() }}>
        <Cases cases={[{ uuid: '0b6f', status: 'converted', dirty, data: { patientName: 'Tern^Brave' }, sub: [] } as never]} />
      </SessionProvider>
    </MantineProvider>,
  );

it('marks a case that was edited, and no other [LEG-031]', () => {
  expect(one(true)).toContain('edited');
  expect(one(false)).toContain('Tern, Brave');
  expect(one(false)).not.toContain('edited<');
});
