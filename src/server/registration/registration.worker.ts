import { readChannel, type ChannelRead } from '#imaging/inference/nifti-channel.ts';
import { registerVolumes } from '#imaging/registration/register-volumes.ts';
import type { ProcessWork } from '#server/process/process-messages.ts';
import type { RegistrationAnswer, RegistrationRun } from './registration-run.ts';

/** Registers two volumes. Of a series over time it takes the first volume. Cancelling is killing the process. */
const answer: ProcessWork<RegistrationRun, RegistrationAnswer, { fraction: number }> = async (run, [fixedFile, movingFile], give) => {
  const { seed, isApart, mostBytes } = run;
  const [fixed, moving] = [await readChannel(fixedFile!, mostBytes, FIRST), await readChannel(movingFile!, mostBytes, FIRST)];
  if (!fixed.ok) return refusalOf(fixed);
  if (!moving.ok) return refusalOf(moving);
  return registerVolumes(fixed.image, moving.image, { seed, isApart, progress: (fraction) => give({ fraction }) });
};
export default answer;

const FIRST = { takesFirst: true };

function refusalOf({ why }: Exclude<ChannelRead, { ok: true }>): RegistrationAnswer {
  return { ok: false, why: why === 'too-large-to-read' ? 'too-large' : 'unreadable' };
}
