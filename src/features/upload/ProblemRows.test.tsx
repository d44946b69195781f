import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ProblemView } from '#model/upload-view.ts';
import { ProblemRows } from './ProblemRows.tsx';

function rowsOf(problems: ProblemView[]): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <ProblemRows problems={problems} onDismiss={() => {}} />
    </MantineProvider>,
  );
}

describe('files that stay behind', () => {
  it('are not spoken of when there are none', () => {
    expect(rowsOf([])).not.toContain('stay');
  });

  it('each say why, the ones without pixels in the given words', () => {
    const rows = rowsOf([
      { fileId: '1', name: 'SR_0001.dcm', problem: 'no-pixel-data' },
      { fileId: '2', name: 'IM_0042', problem: 'cut-off' },
      { fileId: '3', name: 'copy.dcm', problem: 'duplicate' },
    ]);
    expect(rows).toContain('3 files stay behind');
    expect(rows).toContain('File SR_0001.dcm has no data part. Skipped.');
    expect(rows).toContain('is cut off');
    expect(rows).toContain('Not taken a second time.');
  });

  it('are a dozen at first, however many there are', () => {
    const rows = rowsOf(
      Array.from({ length: 30 }, (_, index) => ({ fileId: String(index), name: `IM_${index}`, problem: 'cut-off' as const })),
    );
    expect(rows.match(/<li/g)).toHaveLength(12);
    expect(rows).toContain('Show all 30');
  });
});
