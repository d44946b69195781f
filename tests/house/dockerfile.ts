import { cp, mkdir } from 'node:fs/promises';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { CHECKOUT } from '#commands/checkout.ts';

interface Instruction {
  word: string;
  rest: string;
}
export interface Stage {
  /** What follows FROM. */
  from: string;
  instructions: Instruction[];
}

/** The stages of a Dockerfile without line continuations. */
export function readStages(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of dockerfile.split('\n')) {
    const [, word, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (word === undefined || rest === undefined || word === 'ARG') continue;
    if (word === 'FROM') stages.push({ from: rest, instructions: [] });
    else stages.at(-1)!.instructions.push({ word, rest });
  }
  return stages;
}

/** What a stage copies from the checkout, in `folder`, without what is ignored. */
export async function copyFromCheckout({ instructions }: Stage, folder: string, dockerignore: string): Promise<void> {
  const isLetIn = letInBy(dockerignore);
  for (const { word, rest } of instructions) {
    if (word !== 'COPY' || rest.startsWith('--from')) continue;
    const names = rest.split(' ');
    const to = names.pop()!;
    for (const name of names) {
      const target = to === './' ? join(folder, name) : join(folder, to);
      await mkdir(dirname(target), { recursive: true });
      await cp(join(CHECKOUT, name), target, { recursive: true, filter: (path) => isLetIn(relative(CHECKOUT, path)) });
    }
  }
}

/** The last line that matches a path or a folder above it decides. */
function letInBy(dockerignore: string): (path: string) => boolean {
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return (path) => {
    let isLetIn = true;
    for (const line of lines) {
      const pattern = line.replace(/^!/, '');
      if (matchesGlob(path, pattern) || path.startsWith(`${pattern}/`) || (pattern === '*' && path !== '')) isLetIn = line.startsWith('!');
    }
    return isLetIn;
  };
}
