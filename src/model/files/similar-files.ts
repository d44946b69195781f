/** Files of a series that resemble another of their upload but have different bytes: not duplicates (see docs/decisions/201). */
export interface SimilarFiles {
  /** The same SOP Instance UID: two versions of one image. */
  instance: number;
  /** given (FILE-013): the same name and size. It proves nothing and has no effect. */
  nameAndSize: number;
}

export interface ComparedFile {
  seriesId: string;
  name: string;
  size: number;
  /** SOP Instance UID; absent if the file has none. */
  instance?: string;
}

/** For an upload without identical files. Series without similar files are left out. */
export function similarFilesBySeries(files: readonly ComparedFile[]): Map<string, SimilarFiles> {
  const ofInstance = countsOf(files.flatMap(({ instance }) => (instance ? [instance] : [])));
  const ofName = countsOf(files.map(nameAndSize));
  const alike = new Map<string, SimilarFiles>();
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
