import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ApiFailureError } from '#api/result.ts';
import { ErrorPage, LastBoundary } from './ErrorPage.tsx';

const pageOf = (error: unknown): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <ErrorPage error={error} />
    </MantineProvider>,
  );

it('shows status and message of an error that has them [NAV-04, ERR-05]', () => {
  const refused = new ApiFailureError({ kind: 'refused', status: 503, code: null, message: 'The server is being repaired.' });
  for (const error of [refused, { status: 503, message: 'The server is being repaired.' }])
    expect(pageOf(error)).toMatch(/503.*The server is being repaired\./s);
});

it('shows one fixed sentence for any other error, and no part of its message [NAV-05]', () => {
  for (const error of [new Error('Heron^Quiet'), 'Heron^Quiet', null]) {
    expect(pageOf(error)).toContain('An error occurred while rendering the page. Check developer tools console for details.');
    expect(pageOf(error)).not.toContain('Heron');
  }
});

it('a broken error page is replaced by a plain page with a link home [NAV-06]', () => {
  const boundary = new LastBoundary({ children: null });
  boundary.state = LastBoundary.getDerivedStateFromError();
  const page = renderToStaticMarkup(boundary.render());
  expect(page).toContain('An error occurred while showing the error page');
  expect(page).toMatch(/<a href="\/"[^>]*>Go back to home<\/a>/);
});
