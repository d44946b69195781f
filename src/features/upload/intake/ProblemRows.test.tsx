import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ProblemView } from '#model/uploads/upload-view.ts';
import { ProblemRows } from './ProblemRows.tsx';
import type { ServerArchiveActions } from '#features/upload/archives/use-server-archives.ts';

function rowsOf(problems: ProblemView[], archives: ServerArchiveActions | null = null): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <ProblemRows problems={problems} archives={archives} onDismiss={() => {}} />
    </MantineProvider>,
  );
}

describe('files that are not uploaded', () => {
  it('are not mentioned when there are none', () => {
    expect(rowsOf([])).not.toContain('stay');
  });

  it('each show the reason, those without pixels in the given words [FILE-015]', () => {
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

  it('ask for a password when the server requires one, also for a nested archive', () => {
    const archives: ServerArchiveActions = {
      ...{ openable: () => false, openOnServer: () => {}, unlock: async () => true, isReading: false },
      tried: new Set(['disc.zip/in.zip']),
    };
    const locked = [
      { fileId: '1', name: 'a.zip', problem: 'server:archive-encrypted' as const },
      { fileId: '2', name: 'in.zip', folder: 'disc.zip', problem: 'server:archive-encrypted' as const },
    ];
    const rows = rowsOf(locked, archives);
    for (const path of ['a.zip', 'disc.zip/in.zip']) expect(rows).toContain(`aria-label="Password of ${path}"`);
    expect(rows.match(/This password did not open it/g)).toHaveLength(1);
    expect(rowsOf(locked)).not.toContain('Password of');
  });

  it('are limited to a dozen at first', () => {
    const rows = rowsOf(
      Array.from({ length: 30 }, (_, index) => ({ fileId: String(index), name: `IM_${index}`, problem: 'cut-off' as const })),
    );
    expect(rows.match(/<li/g)).toHaveLength(12);
    expect(rows).toContain('Show all 30');
  });

  it('are sorted like a folder listing', () => {
    const rows = rowsOf(['IM_10', 'IM_2', 'IM_1'].map((name) => ({ fileId: name, name, problem: 'cut-off' })));
    expect(rows.match(/IM_\d+<\/code>/g)).toEqual(['IM_1</code>', 'IM_2</code>', 'IM_10</code>']);
  });

  it('show their folder only when they share a name', () => {
    const rows = rowsOf([
      { fileId: '1', name: '1-01.dcm', folder: 'tern.zip/series 2', problem: 'cut-off' },
      { fileId: '2', name: '1-01.dcm', folder: 'tern.zip/series 3', problem: 'cut-off' },
      { fileId: '3', name: '1-02.dcm', folder: 'tern.zip/series 4', problem: 'cut-off' },
    ]);
    expect(rows.match(/tern\.zip\/series \d/g)).toEqual(['tern.zip/series 2', 'tern.zip/series 3']);
  });

  it('that are many duplicates share one row, after all others', () => {
    const duplicates = Array.from({ length: 40 }, (_, index) => ({
      fileId: `d${index}`,
      name: `A_${index}`,
      problem: 'duplicate' as const,
    }));
    const rows = rowsOf([...duplicates, { fileId: 'z', name: 'z.dcm', problem: 'cut-off' }]);
    expect(rows.match(/<li/g)).toHaveLength(2);
    expect(rows.indexOf('40 files')).toBeGreaterThan(rows.indexOf('is cut off'));
    expect(rows).toContain('41 files stay behind');
    expect(rows).not.toContain('Show all');
  });

  it('that are two duplicates have a row each, the last ones', () => {
    const rows = rowsOf([
      { fileId: '1', name: 'a.dcm', problem: 'duplicate' },
      { fileId: '2', name: 'b.dcm', problem: 'duplicate' },
      { fileId: '3', name: 'c.dcm', problem: 'cut-off' },
    ]);
    expect(rows.match(/\w\.dcm<\/code>/g)).toEqual(['c.dcm</code>', 'a.dcm</code>', 'b.dcm</code>']);
  });
});
