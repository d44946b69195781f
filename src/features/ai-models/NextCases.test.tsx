import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { CaseReason, NextCases as Cases } from '#contract/ai/next-cases.ts';
import { SessionProvider } from '#ui/session-context.tsx';
import { NextCases } from './NextCases.tsx';

const uuid = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;
const next = (number: number, reasons: CaseReason[] = []): Cases['data'][number] => ({
  study: { uuid: uuid(number), patientName: `Heron^${number}`, modality: 'MR' },
  ...{ infer: number, reasons },
});

function shown(cases: Cases | undefined, permissions = ['r:studies']): string {
  const client = new QueryClient();
  if (cases !== undefined) client.setQueryData(['ai-next-cases', null, 4], cases);
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <SessionProvider session={{ serverReachable: true, permissions: new Set(permissions), team: null }}>
          <NextCases model={4} ask={() => undefined} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe('the next cases of a model [NEXT-07]', () => {
  it('have their reasons, and lead to the annotator with the proposal', () => {
    const page = shown({ version: 2, data: [next(1, ['unsure', 'unlike']), next(2)], total: 2 });
    expect(page).toContain('The model is unsure here · Unlike what it learned from');
    expect(page).toContain(`href="/annotator/case/${uuid(1)}?aiinfer=true"`);
    expect(page).toContain('Ask for annotation of 2 studies');
  });

  it('are five at first, of all that there are', () => {
    const page = shown({ version: 2, data: [1, 2, 3, 4, 5, 6, 7].map((number) => next(number)), total: 40 });
    expect(page).toContain('5 of 40 studies');
    expect(page).toContain('All 7');
    expect(page).not.toContain(uuid(6));
  });

  it('are neither opened nor given to anybody by those who may not see studies', () => {
    const page = shown({ version: 2, data: [{ ...next(1), study: { ...next(1).study, patientName: '' } }], total: 1 }, ['r:ai-models']);
    expect(page).toContain('No patient name');
    expect(page).not.toContain('href');
    expect(page).not.toContain('Ask for annotation');
  });

  it('say when none is left, and are not there for a model that corrects by clicks', () => {
    expect(shown({ version: 2, data: [], total: 0 })).toContain('No study waits here');
    expect(shown({ version: null, data: [], total: 0 })).not.toContain('Next cases');
  });
});
