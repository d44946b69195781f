import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { RecognisingMark } from './RecognisingMark.tsx';
import { exampleStudy } from '#features/upload/view.example.ts';

const mark = (recognising: StudyView['recognising']): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <RecognisingMark study={{ ...exampleStudy(), recognising }} onCancel={() => {}} />
    </MantineProvider>,
  );

it('says while the server is asked that it takes about 30 seconds, and offers to cancel [REC-002, REC-027, UPL2-018, CONST-50]', () => {
  expect(mark('asking')).toMatch(/about 30 s.*<button[^>]*>.*Cancel.*<\/button>/s);
});

it('says while the server cannot be asked that it waits for the network [REC-029]', () => {
  expect(mark('waiting')).toContain('Waiting for the network');
  expect(mark('waiting')).not.toContain('<button');
});

it('nothing is shown when nothing is asked', () => {
  expect(mark(null)).not.toContain('Recognising');
});
