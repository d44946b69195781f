/** A file with its path below the dropped or chosen folder. */
export interface GivenFile {
  file: File;
  path: string;
}

/** What a drop carries. The list of items is empty once the event is over, so its entries are taken at once and walked afterwards. */
export function readDropped(transfer: DataTransfer): Promise<GivenFile[]> {
  const entries = Array.from(transfer.items)
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  return Promise.all(
    entries.map(({ entry, file }) => {
      if (entry) return filesOfEntry(entry);
      return Promise.resolve(file ? [{ file, path: file.name }] : []);
    }),
  ).then((lists) => lists.flat());
}

/** Files of an `<input type="file">`, folder or not. */
export function readChosen(files: FileList): GivenFile[] {
  return Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name }));
}

async function filesOfEntry(entry: FileSystemEntry): Promise<GivenFile[]> {
  // Names start with a slash in the drop's own file system; the path is what stands below it.
  const path = entry.fullPath.replace(/^\//, '');
  if (isFile(entry)) return [{ file: await fileOf(entry), path }];
  if (!isFolder(entry)) return [];
  const lists: GivenFile[][] = [];
  for (const child of await childrenOf(entry)) lists.push(await filesOfEntry(child));
  return lists.flat();
}

/** A reader answers at most 100 entries at a time (Chromium) and an empty list at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return children;
    children.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
