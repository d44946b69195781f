import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import type { Finding } from '#contract/quality.ts';
import type { Series } from '#contract/study-detail.ts';
import { SessionProvider } from '#ui/session-context.tsx';
import { StudyFindings } from './StudyFindings.tsx';

// Links need a router.
vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: string }) => `[${children}]` }));

const SERIES = { uuid: '00000000-0000-4000-8000-000000000002', seriesNumber: '8', seriesDescription: 'ADC' } as Series;
const gap: Finding = {
  uuid: '00000000-0000-4000-8000-000000000001',
  severity: 'error',
  said: { code: 'missing-slices', missing: 1, present: 18, stepMm: 3 },
  ...{ series: SERIES.uuid, other: null, version: 1, mark: null, found_at: '2026-11-27 10:00:00' },
};
const accepted: Finding = {
  ...{
    ...gap,
    uuid: '00000000-0000-4000-8000-000000000003',
    severity: 'warning',
    series: null,
    other: '00000000-0000-4000-8000-000000000004',
  },
  said: { code: 'duplicate-images', images: 19, of: 40 },
  mark: { as: 'accepted', reason: 'Read twice on purpose.', user: { id: 7, name: 'I. Okafor' }, at: '2026-11-27 11:00:00' },
};

const shown = (findings: Finding[], { serverReachable = true, permissions = ['r:studies', 'r:studies:detail'] } = {}): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SessionProvider session={{ serverReachable, permissions: new Set(permissions) }}>
          <StudyFindings studyUuid={gap.uuid} findings={findings} series={[SERIES]} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );

describe('the findings of a study [QIN-15]', () => {
  it('have a mark and words, the numbers with the name of the series, and what to do', () => {
    const html = shown([gap]);
    for (const words of [
      'aria-label="Error"',
      'Slices are missing',
      '8 ADC: ',
      '1 slice missing between 18',
      'Send the missing slices',
      '1 error',
    ])
      expect(html).toContain(words);
    expect(html).toContain('<details');
    expect(html).toContain(' open=""');
  });

  it('that were accepted say by whom and why, and wait for nobody', () => {
    const html = shown([accepted]);
    for (const words of ['all accepted', '[Open the other study]', 'Accepted by I. Okafor: Read twice on purpose.', 'Open again'])
      expect(html).toContain(words);
    expect(html).not.toContain(' open=""');
    expect(html).not.toContain('Mark as seen');
  });

  it('are marked with the right to it and with the server, and otherwise only read', () => {
    expect(shown([gap])).toContain('aria-label="Accept: Slices are missing"');
    expect(shown([gap], { permissions: ['r:studies'] })).not.toContain('<button');
    expect(shown([gap])).not.toContain('disabled=""');
    expect(shown([gap], { serverReachable: false })).toContain('disabled=""');
  });

  it('are left out if there are none', () => expect(shown([])).not.toContain('details'));
});
