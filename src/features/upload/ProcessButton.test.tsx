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

it('cannot be pressed with no series selected, and can with one', () => {
  expect(buttonWith(0)).toMatch(/<button[^>]* disabled=""/);
  expect(buttonWith(1)).not.toMatch(/<button[^>]* disabled=""/);
});

it('waits until everything is read', () => {
  expect(buttonWith(1, true)).toMatch(/<button[^>]* disabled=""/);
});
