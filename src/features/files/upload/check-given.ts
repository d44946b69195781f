import type { FileConflict } from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';
import { nameProblem, normalName, type NameProblem } from '#model/file-areas/file-paths.ts';
import { sentName } from '#model/uploads/sent-name.ts';
import { joined } from '#features/files/pane/paths.ts';

/** The first path below `dir` that an area does not take, and why; null if all are taken. Nothing is queued before it is asked. */
export function refusedPath(dir: string, paths: readonly string[]): { path: string; problem: NameProblem } | null {
  const depth = dir.split('/').length - 2;
  for (const path of paths) {
    const names = path.split('/');
    const problem = names.map(nameProblem).find((each) => each !== null);
    if (problem) return { path, problem };
    if (depth + names.length > LIMITS.folderDepth) return { path, problem: 'too-deep' };
    // Otherwise its first folders would be cut off on the way.
    if (sentName(path) !== path) return { path, problem: 'too-long' };
  }
  return null;
}

/** What is in the way of these paths, as far as the list of their folder says. */
export function conflictsIn(dir: string, paths: readonly string[], there: readonly { basename: string; isDir: boolean }[]): FileConflict[] {
  const isFolderByName = new Map(there.map(({ basename, isDir }) => [basename, isDir]));
  const kinds: Record<FileConflict['kind'], Set<string>> = { file: new Set(), folder: new Set(), 'other-kind': new Set() };
  for (const path of paths) {
    const [first = '', ...below] = path.split('/');
    const name = normalName(first);
    const isFolder = isFolderByName.get(name);
    if (isFolder === undefined) continue;
    const isGivenFolder = below.length > 0;
    kinds[isFolder !== isGivenFolder ? 'other-kind' : isFolder ? 'folder' : 'file'].add(joined(dir, name));
  }
  return (['file', 'folder', 'other-kind'] as const)
    .filter((kind) => kinds[kind].size > 0)
    .map((kind) => ({ kind, count: kinds[kind].size, examples: [...kinds[kind]].slice(0, 3) }));
}
