import type { Registered } from '#imaging/registration/register-volumes.ts';

/** Input of the process beside its two files: the fixed volume, then the moving one. */
export interface RegistrationRun {
  seed: string;
  /** Positions of the two cannot be compared. */
  isApart: boolean;
  /** Of the voxels of one volume. */
  mostBytes: number;
}

export type RegistrationAnswer = Registered | { ok: false; why: 'unreadable' | 'too-large' };
