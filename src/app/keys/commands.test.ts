import { expect, it } from 'vitest';
import { matchingCommands } from './commands.ts';

const COMMANDS = ['Upload', 'Upload history', 'Studies', 'Switch to Team Süd'].map((label) => ({ id: label, label, run: () => undefined }));
const found = (typed: string) => matchingCommands(COMMANDS, typed).map(({ label }) => label);

it('finds commands by the beginnings of their words in any order', () => {
  expect(found('')).toEqual(COMMANDS.map(({ label }) => label));
  expect(found('up')).toEqual(['Upload', 'Upload history']);
  expect(found(' HIST up ')).toEqual(['Upload history']);
  expect(found('sü')).toEqual(['Switch to Team Süd']);
  expect(found('load')).toEqual([]);
});
