import { expect, it } from 'vitest';
import { parseEngines, workerCommand } from './worker-command.ts';

it('one command starts a worker of this server [AI-76]', () => {
  expect(workerCommand('https://north.example.org')).toBe(
    'python3 -m lightship_worker serve --server https://north.example.org --key-file worker.key',
  );
});

it.each([
  ['', []],
  ['unet, onnx unet', ['unet', 'onnx']],
  ['Unet', null],
  [Array.from({ length: 33 }, (_, at) => `m${at}`).join(','), null],
])('engines are read from %j', (text, engines) => {
  expect(parseEngines(text)).toEqual(engines);
});
