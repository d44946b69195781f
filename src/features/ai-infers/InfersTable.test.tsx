import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import type { AiInfer } from '#contract/ai/inferences.ts';
import { SessionProvider } from '#ui/session-context.tsx';
import { InfersTable } from './InfersTable.tsx';

// Links need a router.
vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: string }) => children }));

const uuid = '00000000-0000-4000-8000-000000000001';
const infer: AiInfer = {
  id: 1,
  model: { id: 4, name: 'Hippocampus', version: uuid, number: 1, dice: 0.83, held_out: 12, learned_from: 20, withdrawn: false },
  study: { uuid, patientName: 'Heron^Quiet', modality: 'MR' },
  series: null,
  batch: null,
  state: 'done',
  fraction: 0,
  message: '',
  waits: null,
  failure: null,
  summary: { classes: [{ value: 1, title: 'Anterior', voxels: 1_600, ml: 1.6 }], entropy: null, unlike: ['spacing'], seconds: 1 },
  decided: [],
  started_by: null,
  created_at: '2026-11-27 10:00:00',
  started_at: null,
  ended_at: null,
  worker: null,
};

const shown = (more: Partial<AiInfer>, permissions = ['r:studies']): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SessionProvider session={{ serverReachable: true, permissions: new Set(permissions) }}>
          <InfersTable infers={[{ ...infer, ...more }]} thumbnail={() => null} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );

describe('a row of the inferences [AI-71]', () => {
  it('leads to its result in the annotator, for those who may see studies', () => {
    expect(shown({})).toContain(`href="/annotator/case/${uuid}?aiinfer=true"`);
    expect(shown({}, [])).not.toContain('href');
  });

  it('says what was proposed, and what may be wrong with it', () => {
    const row = shown({ model: { ...infer.model, withdrawn: true } });
    for (const words of ['1.6 ml', 'proposed, not looked at', 'Unlike the training data: spacing', 'its model was withdrawn since'])
      expect(row).toContain(words);
  });

  it('says why one failed, and offers another try only where it may help', () => {
    const lost = shown({ state: 'failed', failure: 'lost', summary: null });
    expect(lost).toContain('The worker was lost, each time it was tried');
    expect(lost).toContain('>Retry<');
    const unsuited = shown({ state: 'failed', failure: 'no_series', summary: null });
    expect(unsuited).toContain('No series of the study suits the model');
    expect(unsuited).not.toContain('>Retry<');
  });

  it('says what one waits for', () => {
    expect(shown({ state: 'queued', waits: 'none', summary: null })).toContain('no worker can take it; it ends after seven days');
    expect(shown({ state: 'queued', waits: 'paused', summary: null })).toContain('paused with its batch');
  });
});
