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

it('says that processing failed once polling has stopped, and offers to retry [LEG-019]', () => {
  expect(step(true)).toMatch(/Reading the upload failed.*<button[^>]*>.*Try again.*<\/button>/s);
  expect(step(true, false)).toContain('Reading the upload failed');
});

it('says until then that processing is under way, and mentions no failure', () => {
  expect(step(false)).toContain('The server opens your files');
  expect(step(false, false)).toContain('Its results are shown when it can be reached again');
  for (const reachable of [true, false]) expect(step(false, reachable)).not.toContain('Try again');
});
