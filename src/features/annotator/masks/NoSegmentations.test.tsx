import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { NoSegmentations, UnknownSegmentations } from './NoSegmentations.tsx';

const shown = (part: ReactNode): string => renderToStaticMarkup(<MantineProvider>{part}</MantineProvider>);
const unknown = (problem: 'failed' | 'offline' | null, isFetching = false): string =>
  shown(<UnknownSegmentations problem={problem} isFetching={isFetching} retry={() => undefined} />);

describe('the list of segmentations says [MASK-102]', () => {
  it('that it is loading', () => {
    expect(unknown(null)).toMatch(
      /role="status"[^>]*aria-label="Loading segmentations"|aria-label="Loading segmentations"[^>]*role="status"/,
    );
  });

  it('that it could not be loaded, and is asked for again', () => {
    expect(unknown('failed')).toContain('The segmentations could not be loaded');
    expect(unknown('failed')).toMatch(/<button/);
  });

  it('that it is not on this device', () => {
    expect(unknown('offline')).toContain('The segmentations of this study are not on this device');
    expect(unknown('offline')).not.toContain('could not be loaded');
  });

  it('that there are none, and offers to make one to those who may', () => {
    expect(shown(<NoSegmentations onCreate={() => undefined} />)).toMatch(/No segmentations yet.*<button.*New segmentation/s);
    expect(shown(<NoSegmentations onCreate={null} />)).toContain('No segmentations yet');
    expect(shown(<NoSegmentations onCreate={null} />)).not.toContain('<button');
  });
});
