import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ProcessButton } from './ProcessButton.tsx';

function buttonWith(selectedSeries: number, reading = false): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <ProcessButton selectedSeries={selectedSeries} onProcess={() => {}} processing={false} reading={reading} />
    </MantineProvider>,
  );
}

it('Process is disabled with no series selected, and enabled with one [UPL2-037]', () => {
  expect(buttonWith(0)).toMatch(/<button[^>]* disabled=""/);
  expect(buttonWith(1)).not.toMatch(/<button[^>]* disabled=""/);
});

it('Process is disabled until everything is read', () => {
  expect(buttonWith(1, true)).toMatch(/<button[^>]* disabled=""/);
});
