import { beforeEach, expect, it, vi } from 'vitest';
import { fetchBytes } from '#api/call-api.ts';
import { createCodecs } from '#imaging/dicom/codecs/codecs.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { AreaFiles } from './area-files.ts';
import { isTile } from './types.ts';

vi.mock('#api/call-api.ts', () => ({ fetchBytes: vi.fn<typeof fetchBytes>() }));

const PATH = '/north/a';
let files: AreaFiles;
beforeEach(() => {
  files = new AreaFiles(createCodecs(() => Promise.reject(new Error('no codec'))));
});

/** The server gives these bytes. */
function give(bytes: Uint8Array): number {
  vi.mocked(fetchBytes).mockImplementation(async (_, { body }: { body?: unknown }) => {
    const { offset, length } = body as { offset: number; length: number };
    return { ok: true, value: new Response(bytes.slice(offset, offset + length)) };
  });
  return bytes.length;
}

it('a volume is described, and its slices are drawn', async () => {
  const size = give(writeNifti({ dims: [8, 6, 4], pixdim: [0.5, 0.5, 3] }));
  expect(await files.open(PATH, size)).toMatchObject({
    kind: 'image',
    format: 'NIfTI-1, int16',
    size: [8, 6, 4],
    spacingMm: [0.5, 0.5, 3],
    slices: 4,
  });
  expect(isTile(await files.slice(PATH, 2))).toBe(true);
  expect(await files.slice('/north/other', 2)).toEqual({ noPicture: 'gone' });
});

it('a DICOM file is described, whatever its name', async () => {
  const shown = await files.open(PATH, give(smallFile()));
  expect(shown).toMatchObject({ kind: 'image', format: expect.stringMatching(/^DICOM/), slices: 1 });
  expect(isTile(await files.slice(PATH, 0))).toBe(true);
});

it('text, an empty file and anything else are told apart by their content', async () => {
  expect(await files.open(PATH, give(new TextEncoder().encode('Größe')))).toEqual({ kind: 'text', text: 'Größe', isCut: false });
  expect(await files.open(PATH, 0)).toEqual({ kind: 'empty' });
  expect(await files.open(PATH, give(Uint8Array.from({ length: 4_000 }, (_, n) => (n * 7_919) % 251)))).toEqual({ kind: 'unknown' });
});

it('of a long text the first 64 KB are shown', async () => {
  const shown = await files.open(PATH, give(new TextEncoder().encode('ab'.repeat(50_000))));
  expect(shown).toMatchObject({ kind: 'text', isCut: true, text: 'ab'.repeat(32_768) });
});

it('a compressed file is too large before all of it is asked for', async () => {
  give(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0));
  expect(await files.open(PATH, 300 * 1024 ** 2)).toEqual({ kind: 'too-large' });
});

it('a refusal of the server is not taken for a kind of file', async () => {
  vi.mocked(fetchBytes).mockResolvedValue({ ok: false, failure: { kind: 'network' } });
  await expect(files.open(PATH, 10)).rejects.toThrow('network');
});
