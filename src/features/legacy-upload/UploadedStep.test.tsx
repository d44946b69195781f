import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SessionProvider } from '#ui/session-context.tsx';
import { UploadedStep } from './UploadedStep.tsx';

function step(hasGivenUp: boolean, serverReachable = true): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <SessionProvider session={{ serverReachable }}>
        <UploadedStep hasGivenUp={hasGivenUp} onTryAgain={() => {}} />
      </SessionProvider>
    </MantineProvider>,
  );
}

it('says that reading failed once nobody is asked any more, and offers to ask again (LEG-019)', () => {
  expect(step(true)).toMatch(/Reading the upload failed.*<button[^>]*>.*Try again.*<\/button>/s);
  expect(step(true, false)).toContain('Reading the upload failed');
});

it('says until then who reads, and nothing of a failure', () => {
  expect(step(false)).toContain('The server opens what you sent');
  expect(step(false, false)).toContain('What it found is shown when it can be reached again');
  for (const reachable of [true, false]) expect(step(false, reachable)).not.toContain('Try again');
});
