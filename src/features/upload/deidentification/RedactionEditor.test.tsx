import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { BurnedIn } from '#model/pictures/burned-in.ts';
import { RedactionEditor } from './RedactionEditor.tsx';
import { exampleSeries } from '#features/upload/view.example.ts';

const BOX = { row: 4, column: 8, rows: 20, columns: 60 };
const NOTHING: BurnedIn = { rows: 384, columns: 384, boxes: [], isClean: false };

function pictureOf(burnedIn: BurnedIn | null, transferSyntaxUID = '1.2.840.10008.1.2.1'): string {
  const series = exampleSeries({ burnedIn, facts: { transferSyntaxUID } });
  return renderToStaticMarkup(
    <MantineProvider>
      <RedactionEditor series={series} isOpen onSay={() => {}} />
    </MantineProvider>,
  );
}

describe('an image that may contain a name', () => {
  it('starts without a box and without a confirmation', () => {
    const picture = pictureOf(null);
    expect(picture).toContain('Draw a box');
    expect(picture).toContain('Redact 0 boxes');
    expect(picture).not.toContain('Box 1 of');
    expect(picture).not.toContain('You said');
  });

  it('shows the saved choice on screen and to screen readers', () => {
    const picture = pictureOf({ ...NOTHING, boxes: [BOX, { ...BOX, row: 300 }], isClean: true });
    expect(picture).toContain('Box 1 of 2: row 4, column 8, 20 rows, 60 columns.');
    expect(picture.match(/data-black="true"/g)).toHaveLength(2);
    expect(picture).toContain('2 boxes leave black in every picture of this series.');
    expect(picture).toMatch(/aria-pressed="true"[^>]*aria-label="Not a name|aria-label="Not a name[^>]*aria-pressed="true"/);
  });

  it('offers no box when pixels are compressed, and says what to do', () => {
    const picture = pictureOf(null, '1.2.840.10008.1.2.4.50');
    expect(picture).not.toContain('Draw a box');
    expect(picture).not.toContain('Redact');
    expect(picture).toContain('Not a name');
    expect(picture).toContain('leave this series out');
  });
});
