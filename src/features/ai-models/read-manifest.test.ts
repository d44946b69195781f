import { expect, it } from 'vitest';
import { MODEL } from './model.example.ts';
import { readManifest } from './read-manifest.ts';

const { manifest } = MODEL.versions[0]!;

it('a manifest is read from a file, and its first wrong part is named [AI-66]', () => {
  expect(readManifest(JSON.stringify(manifest))).toEqual({ manifest });
  expect(readManifest('{')).toEqual({ fault: 'This is not a JSON file' });
  expect(readManifest(JSON.stringify({ ...manifest, overlap: 2 }))).toMatchObject({ fault: expect.stringMatching(/^overlap: /) });
});
