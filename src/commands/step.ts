import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { CHECKOUT, toolEnvironment, toolPath } from './checkout.ts';

/** A tool that runs to completion. */
export interface Step {
  name: string;
  tool: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
}

export interface StepResult {
  name: string;
  /** As in a shell: 128 plus the number of the signal that ended it. */
  code: number;
  seconds: number;
  /** Empty if the output went straight to the terminal. */
  output: string;
}

/**
 * The tool gets a separate process group, so that processes which it leaves behind can be ended. Such a group does not receive Ctrl+C, so the
 * signals of this process are forwarded.
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
  const handOn = (signal: NodeJS.Signals): void => signalGroup(child.pid, signal);
  process.on('SIGINT', handOn).on('SIGTERM', handOn);
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    // `exit` instead of `close`, because a process that was left behind may keep the pipes open.
    child.on('exit', (exitCode, signal) => resolve(exitCode ?? 128 + constants.signals[signal!]));
  });
  process.off('SIGINT', handOn).off('SIGTERM', handOn);
  // Ends processes that it left behind.
  signalGroup(child.pid, 'SIGKILL');
  return { name: step.name, code, seconds: (performance.now() - startedMs) / 1000, output: kept };
}

/** To the tool and its children, because a wrapper may not forward a signal. */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    // Windows has no process groups.
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // The group was empty.
  }
}
