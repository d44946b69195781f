import type { TaskName } from './tasks.ts';

export interface ToThread {
  name: TaskName;
  input: unknown;
}

export type FromThread =
  | { is: 'done'; output: unknown }
  | { is: 'failed'; /** The dataset is at fault. */ isDataset: boolean; message: string };
