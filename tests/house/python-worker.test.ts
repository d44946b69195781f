import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { findTorch } from '#commands/test-services/torch.ts';

const python = findTorch();

/** One line for whoever runs this file alone; `npm test` says the same. */
if (python === null) console.log('No Python with PyTorch: the tests of workers/python are skipped (npm test gets one, or set TEST_PYTHON)');

describe.skipIf(python === null)('workers/python', () => {
  /** Tests of one module or class with Python's own runner; what it says if one fails. */
  async function run(name: string): Promise<string> {
    const child = spawn(python!, ['-m', 'unittest', `tests.${name}`], {
      cwd: join(CHECKOUT, 'workers/python'),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 && /^Ran [1-9]\d* test/m.test(said) ? 'passed' : said;
  }

  const SLOW_MS = 900_000;

  it(
    'trains on balls in noise, held out and exported, and goes on after stops to the same weights [AI-46, AI-47, AI-48, AI-58]',
    { timeout: SLOW_MS },
    async () => {
      expect(await run('test_training')).toBe('passed');
    },
  );

  it('runs a model as its manifest says [AI-49]', { timeout: SLOW_MS }, async () => {
    expect(await run('test_model')).toBe('passed');
  });

  it('calls a server that misbehaves, and reads from it [AI-51, AI-52]', { timeout: SLOW_MS }, async () => {
    expect(await run('test_protocol')).toBe('passed');
  });

  it(
    'serves: trains, infers, and answers clicks, and ends in order when killed, stopped, cancelled, or without its lease or key [AI-45, AI-50, AI-53, AI-54, AI-99]',
    { timeout: SLOW_MS },
    async () => {
      expect(await run('test_serve')).toBe('passed');
    },
  );

  it('corrects masks by clicks, where they were made and nowhere else [AI-57]', { timeout: SLOW_MS }, async () => {
    expect(await run('test_clicks')).toBe('passed');
  });

  it('runs programs of other makers and maps their labels [AI-55]', { timeout: SLOW_MS }, async () => {
    expect(await run('test_adapters')).toBe('passed');
  });

  it('reads frozen datasets, and writes masks back over the revision that was read [AI-56]', { timeout: SLOW_MS }, async () => {
    expect(await run('test_dataset_file')).toBe('passed');
  });
});
