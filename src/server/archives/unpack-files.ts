import { createBudget, spendBytes, spendEntry } from '#imaging/archive/budget.ts';
import { problemOf } from '#imaging/archive/fault.ts';
import { openArchive } from '#imaging/archive/open-archive.ts';
import { readEntry } from '#imaging/archive/walk-archive.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { FilesProblem, UnpackedPart } from './archive-unpacker.ts';
import { EntryPacks } from './entry-packs.ts';

/**
 * Every file of an archive, whatever its kind, with the limits, the budget and the problems of [Note: Archives on the server]. Archives in it stay
 * files. All or nothing: the first problem ends it, because a folder does not show that files are missing.
 */
export async function unpackFiles(
  source: ByteSource,
  name: string,
  give: (part: UnpackedPart) => Promise<void>,
): Promise<{ problem: FilesProblem | null }> {
  const packs = new EntryPacks(give);
  const budget = createBudget(source.size);
  let count = 0;
  try {
    for await (const item of openArchive(source, name, budget)) {
      spendEntry(budget);
      if (item.kind === 'refused') return { problem: filesProblem(item.problem) };
      if (item.misplaced === true) return { problem: 'archive-escapes' };
      packs.begin(String(count));
      count += 1;
      const end = await readEntry(item, async (bytes) => {
        spendBytes(budget, bytes.length);
        await packs.add(bytes);
      });
      if (end !== null && end !== 'left') return { problem: filesProblem(end) };
      await packs.end(item.path);
    }
  } catch (thrown) {
    return { problem: filesProblem(problemOf(thrown)) };
  }
  if (count === 0) return { problem: 'archive-empty' };
  await packs.flush();
  return { problem: null };
}

function filesProblem(problem: ReturnType<typeof problemOf>): FilesProblem {
  return problem === 'archive-pair-apart' ? 'archive-damaged' : problem;
}
