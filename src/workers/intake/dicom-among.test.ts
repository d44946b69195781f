import { describe, expect, it } from 'vitest';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { dicomAmong } from './dicom-among.ts';

const given = (path: string, bytes: Uint8Array = new Uint8Array(300)) => ({ path, file: new File([new Uint8Array(bytes)], path) });

describe('DICOM files among others', () => {
  it('are found among any number of files, under any names, in their order', async () => {
    const files = Array.from({ length: 100 }, (_, n) => (n % 3 === 0 ? given(`011-${n}.img`, smallFile()) : given(`notes_${n}`)));
    const found = await dicomAmong(files);
    expect(found.map(({ path }) => path)).toEqual(files.filter((_, n) => n % 3 === 0).map(({ path }) => path));
  });

  it('are found without preamble and meta information', async () => {
    const bare = [given('a.ima', smallFile({}, { framing: 'bare' })), given('b', smallFile({}, { framing: 'no-preamble' }))];
    expect(await dicomAmong(bare)).toEqual(bare);
  });

  it('do not include files that cannot be opened, are empty, or have the prefix elsewhere', async () => {
    const gone = given('gone.dcm', smallFile());
    gone.file.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }) as unknown as Blob;
    const shifted = given('shifted', new Uint8Array([0, ...smallFile()]));
    expect(await dicomAmong([gone, shifted, given('empty', new Uint8Array(0))])).toEqual([]);
  });
});
