import { Socket } from 'node:net';

/**
 * Ends the process when its server ends. Its standard input is a pipe that the server holds open and never writes to; the system closes it however
 * the server ends. A thread listens, because the main thread may be blocked by hanging work.
 */
const end = (): void => void process.kill(process.pid, 'SIGKILL');
new Socket({ fd: 0 }).on('error', end).on('close', end).resume();
