/** Files of a series that are like another of their upload although their bytes differ: none of them is a duplicate (see docs/decisions/201). */
export interface Alike {
  /** The same SOP Instance UID: two versions of one image. */
  instance: number;
  /** given (FILE-013): the same name and size. It says nothing, and decides nothing. */
  nameAndSize: number;
}

export interface ComparedFile {
  seriesId: string;
  name: string;
  size: number;
  /** SOP Instance UID; none where the file has none. */
  instance?: string;
}

/** Of an upload in which no two files have the same bytes. Series of which no file is like another are left out. */
export function alikeBySeries(files: readonly ComparedFile[]): Map<string, Alike> {
  const ofInstance = countsOf(files.flatMap(({ instance }) => (instance ? [instance] : [])));
  const ofName = countsOf(files.map(nameAndSize));
  const alike = new Map<string, Alike>();
  for (const file of files) {
    const instance = file.instance && ofInstance.get(file.instance)! > 1 ? 1 : 0;
    const named = ofName.get(nameAndSize(file))! > 1 ? 1 : 0;
    if (instance + named === 0) continue;
    const before = alike.get(file.seriesId) ?? { instance: 0, nameAndSize: 0 };
    alike.set(file.seriesId, { instance: before.instance + instance, nameAndSize: before.nameAndSize + named });
  }
  return alike;
}

function nameAndSize({ name, size }: ComparedFile): string {
  return `${size} ${name}`;
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
