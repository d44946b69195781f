import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { CHECKOUT, toolEnvironment, toolPath } from './checkout.ts';

/** One tool that runs to its end. */
export interface Step {
  name: string;
  tool: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
}

export interface StepResult {
  name: string;
  /** As a shell would say it: 128 and the number where a signal ended it. */
  code: number;
  seconds: number;
  /** Empty where the output went to the terminal at once. */
  output: string;
}

/**
 * The tool gets a process group of its own, so that whatever it started and left behind can be ended with it. A group of its own hears
 * nothing of Ctrl+C: the signals of this process are handed on.
 */
export async function runStep(step: Step, output: 'to the terminal' | 'kept'): Promise<StepResult> {
  const startedMs = performance.now();
  const child = spawn(toolPath(step.tool), step.args, {
    cwd: CHECKOUT,
    env: { ...toolEnvironment(), ...step.env },
    stdio: output === 'kept' ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  });
  let kept = '';
  child.stdout?.on('data', (bytes: Buffer) => (kept += bytes.toString()));
  child.stderr?.on('data', (bytes: Buffer) => (kept += bytes.toString()));
  const handOn = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', handOn).on('SIGTERM', handOn);
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    // `exit`, not `close`: a process that was left behind may hold the pipes open.
    child.on('exit', (exitCode, signal) => resolve(exitCode ?? 128 + constants.signals[signal!]));
  });
  process.off('SIGINT', handOn).off('SIGTERM', handOn);
  endGroup(child.pid);
  return { name: step.name, code, seconds: (performance.now() - startedMs) / 1000, output: kept };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody was left in it.
  }
}
