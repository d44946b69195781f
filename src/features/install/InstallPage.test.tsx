import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { InstallPage, type InstallOffer } from './InstallPage.tsx';

const textOf = (offer: InstallOffer): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <InstallPage offer={offer} />
    </MantineProvider>,
  );

it.each([
  [{ kind: 'menu' }, 'Open the menu of the browser.'],
  [{ kind: 'ios' }, 'Add to Home Screen'],
  [{ kind: 'insecure' }, 'This address is not secure'],
] as const)('a browser without an install prompt gets the steps for %o [PWA-16]', (offer, words) => {
  const text = textOf(offer);
  expect(text).toContain(words);
  expect(text).not.toContain('<button');
});

it('a browser with an install prompt gets a button [PWA-16]', () => {
  expect(textOf({ kind: 'prompt', show: async () => undefined })).toContain('<button');
});
