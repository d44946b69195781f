import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever the machine (`getconf CLK_TCK`). */
const TICKS = 100;

/** Seconds of processor time that a process and all that it has started have used so far: proc(5), `stat`. */
export async function processorSeconds(pid: number): Promise<number> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(names.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')));
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const [index, line] of all.entries()) {
    // After the name, which may contain spaces: state, parent, and from the twelfth field on the times, those of ended children last.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    parents.set(Number(names[index]), Number(fields[1]));
    ticks.set(
      Number(names[index]),
      [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field] ?? 0), 0),
    );
  }
  const belongs = (one: number): boolean =>
    one === pid || (parents.get(one) !== undefined && parents.get(one)! > 1 && belongs(parents.get(one)!));
  return [...ticks].reduce((sum, [one, used]) => sum + (belongs(one) ? used : 0), 0) / TICKS;
}
