/** A file with its path below the dropped or chosen folder. */
export interface GivenFile {
  file: File;
  path: string;
}

/** What was given, and the paths of what the browser could not open: one of these never costs the rest. */
export interface Given {
  files: GivenFile[];
  unreadable: string[];
}

/** What a drop carries. The list of items is empty once the event is over, so its entries are taken at once and walked afterwards. */
export async function readDropped(transfer: DataTransfer): Promise<Given> {
  const items = Array.from(transfer.items)
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const given: Given = { files: [], unreadable: [] };
  for (const { entry, file } of items) {
    if (entry) await addEntry(given, entry);
    else if (file) given.files.push({ file, path: file.name });
  }
  return given;
}

/** Files of an `<input type="file">`, folder or not. */
export function readChosen(files: FileList): Given {
  return { files: Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name })), unreadable: [] };
}

async function addEntry(given: Given, entry: FileSystemEntry): Promise<void> {
  // Names start with a slash in the drop's own file system; the path is what stands below it.
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (isFile(entry)) given.files.push({ file: await fileOf(entry), path });
    else if (isFolder(entry)) await addFolder(given, entry);
  } catch {
    given.unreadable.push(path);
  }
}

/** A reader answers some entries at a time (Chromium: 100) and an empty list at the end. */
async function addFolder(given: Given, folder: FileSystemDirectoryEntry): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    await Promise.all(some.map((entry) => addEntry(given, entry)));
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
