import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ProblemView } from '#model/upload-view.ts';
import { ProblemRows } from './ProblemRows.tsx';
import type { ServerArchiveActs } from './use-server-archives.ts';

function rowsOf(problems: ProblemView[], archives: ServerArchiveActs | null = null): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <ProblemRows problems={problems} archives={archives} onDismiss={() => {}} />
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

  it('ask for a password where the server says so, also of an archive in another one', () => {
    const archives: ServerArchiveActs = {
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

  it('are a dozen at first, however many there are', () => {
    const rows = rowsOf(
      Array.from({ length: 30 }, (_, index) => ({ fileId: String(index), name: `IM_${index}`, problem: 'cut-off' as const })),
    );
    expect(rows.match(/<li/g)).toHaveLength(12);
    expect(rows).toContain('Show all 30');
  });

  it('stand as a folder is listed', () => {
    const rows = rowsOf(['IM_10', 'IM_2', 'IM_1'].map((name) => ({ fileId: name, name, problem: 'cut-off' })));
    expect(rows.match(/IM_\d+<\/code>/g)).toEqual(['IM_1</code>', 'IM_2</code>', 'IM_10</code>']);
  });

  it('are told apart by their folder where they share a name, and only there', () => {
    const rows = rowsOf([
      { fileId: '1', name: '1-01.dcm', folder: 'tern.zip/series 2', problem: 'cut-off' },
      { fileId: '2', name: '1-01.dcm', folder: 'tern.zip/series 3', problem: 'cut-off' },
      { fileId: '3', name: '1-02.dcm', folder: 'tern.zip/series 4', problem: 'cut-off' },
    ]);
    expect(rows.match(/tern\.zip\/series \d/g)).toEqual(['tern.zip/series 2', 'tern.zip/series 3']);
  });

  it('that are duplicates have one row together, behind all others', () => {
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
