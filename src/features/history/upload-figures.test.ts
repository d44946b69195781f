import { expect, it } from 'vitest';
import { tookText } from './texts.ts';
import { uploadFigures } from './upload-figures.ts';

const created_at = '2026-11-20 12:00:00';

it('the duration of an upload ends when its last file is verified', () => {
  expect(uploadFigures({ created_at, sent_at: '2026-11-20 12:01:40', size: 42_900_000 })).toEqual({
    tookSeconds: 100,
    bytesPerSecond: 429_000,
  });
});

it('an upload that is still sending, or took less than a second, has no rate', () => {
  expect(uploadFigures({ created_at, sent_at: null, size: 1 })).toEqual({ tookSeconds: null, bytesPerSecond: null });
  expect(uploadFigures({ created_at, sent_at: created_at, size: 1 })).toEqual({ tookSeconds: 0, bytesPerSecond: null });
  expect([tookText(0), tookText(1), tookText(104)].map((text) => text.replaceAll('\u00a0', ' '))).toEqual(['< 1 s', '1 s', '1 min 44 s']);
});
