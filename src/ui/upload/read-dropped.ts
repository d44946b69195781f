/** A file with its path below the dropped or chosen folder. */
export interface GivenFile {
  file: File;
  path: string;
}

/** The files, and the paths that the browser could not open: one of these never affects the rest. */
export interface Given {
  files: GivenFile[];
  unreadable: string[];
}

/** The files of a drop. Its item list is empty after the event, so the entries are read immediately and walked later. */
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
  // Paths start with a slash in the file system of the drop; the stored path does not.
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (isFile(entry)) given.files.push({ file: await fileOf(entry), path });
    else if (isFolder(entry)) await addFolder(given, entry);
  } catch {
    given.unreadable.push(path);
  }
}

/** The browser answers all pending requests in one task: ten thousand would block the page for seconds. */
const ASKED_AT_ONCE = 4;

/** A reader returns some entries at a time (Chromium: 100) and an empty list at the end. */
async function addFolder(given: Given, folder: FileSystemDirectoryEntry): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    const files = some.filter(isFile);
    for (let at = 0; at < files.length; at += ASKED_AT_ONCE) {
      await Promise.all(files.slice(at, at + ASKED_AT_ONCE).map((entry) => addEntry(given, entry)));
    }
    for (const inner of some.filter(isFolder)) await addEntry(given, inner);
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
