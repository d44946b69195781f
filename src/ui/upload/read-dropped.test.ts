import { expect, it } from 'vitest';
import { readDropped } from './read-dropped.ts';

/** The drop's file system as a browser shows it: a hundred entries a time, answers in a later turn. */
class Tree {
  asked = 0;
  mostAskedAtOnce = 0;
  readonly #unreadable: ReadonlySet<string>;

  constructor(unreadable: readonly string[] = []) {
    this.#unreadable = new Set(unreadable);
  }

  file(fullPath: string): FileSystemEntry {
    const file = (resolve: (file: File) => void, reject: (cause: unknown) => void): void => {
      this.asked += 1;
      this.mostAskedAtOnce = Math.max(this.mostAskedAtOnce, this.asked);
      setImmediate(() => {
        this.asked -= 1;
        if (this.#unreadable.has(fullPath)) reject(new Error('NotReadableError'));
        else resolve(new File([], fullPath.split('/').at(-1)!));
      });
    };
    return { isFile: true, isDirectory: false, fullPath, file } as unknown as FileSystemEntry;
  }

  folder(fullPath: string, entries: FileSystemEntry[]): FileSystemEntry {
    const createReader = () => {
      const left = [...entries];
      return { readEntries: (resolve: (some: FileSystemEntry[]) => void) => setImmediate(() => resolve(left.splice(0, 100))) };
    };
    return { isFile: false, isDirectory: true, fullPath, createReader } as unknown as FileSystemEntry;
  }
}

function dropOf(...entries: FileSystemEntry[]): DataTransfer {
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null }));
  return { items } as unknown as DataTransfer;
}

const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `IM_${n}`);

it('folders are read completely, with the paths of their files', async () => {
  const tree = new Tree();
  const inner = tree.folder('/study/7', [tree.file('/study/7/IM_0')]);
  const study = tree.folder('/study', [...names(250).map((name) => tree.file(`/study/${name}`)), inner]);
  const { files, unreadable } = await readDropped(dropOf(study, tree.file('/alone.dcm')));
  expect(files.map(({ path }) => path)).toEqual([...names(250).map((name) => `study/${name}`), 'study/7/IM_0', 'alone.dcm']);
  expect(unreadable).toEqual([]);
});

it('a file that cannot be opened is named, and the others are read', async () => {
  const tree = new Tree(['/study/IM_1']);
  const study = tree.folder(
    '/study',
    names(3).map((name) => tree.file(`/study/${name}`)),
  );
  const { files, unreadable } = await readDropped(dropOf(study));
  expect(files.map(({ path }) => path)).toEqual(['study/IM_0', 'study/IM_2']);
  expect(unreadable).toEqual(['study/IM_1']);
});

it('few files are requested at a time, and waiting answers arrive in one task', async () => {
  const tree = new Tree();
  const folders = names(20).map((folder) =>
    tree.folder(
      `/${folder}`,
      names(120).map((name) => tree.file(`/${folder}/${name}`)),
    ),
  );
  const { files } = await readDropped(dropOf(tree.folder('/study', folders)));
  expect(files).toHaveLength(20 * 120);
  expect(tree.mostAskedAtOnce).toBeLessThanOrEqual(4);
});
