import { Socket } from 'node:net';

/**
 * The process ends when its server does. Its standard input is a pipe that the server holds and never writes to: the system closes it when the
 * server ends, however it ends. A thread listens, because work that hangs lets the main thread hear nothing.
 */
const end = (): void => void process.kill(process.pid, 'SIGKILL');
new Socket({ fd: 0 }).on('error', end).on('close', end).resume();
