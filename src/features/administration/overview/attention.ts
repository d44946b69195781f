import type { InstallationState } from '#contract/installation.ts';
import { formatBytes, formatCount, formatCountOf, formatDateTime, formatDuration } from '#ui/format.ts';

export type AttentionKind =
  | 'jobs-failed'
  | 'jobs-late'
  | 'ai-failed'
  | 'worker-lost'
  | 'unserved'
  | 'mail-unsent'
  | 'disk-full'
  | 'backup-old'
  | 'backup-unknown'
  | 'servers-differ';

/** Something that a platform administrator should look at. */
export interface Attention {
  kind: AttentionKind;
  /** `broken`: something failed. `you`: it will, or somebody waits. */
  tone: 'broken' | 'you';
  text: string;
  /** The page that shows more, or where it can be changed. */
  to?: '/admin/ai-workers' | '/admin/mail' | '/ai-infers';
}

const LATE_MS = 15 * 60_000;
const BACKUP_MS = 48 * 3_600_000;
/** A server needs room for chunks that are arriving. */
const LEAST_FREE = { share: 0.1, bytes: 20e9 };

/** Failures first. Empty: nothing needs anyone. */
export function attentionOf({ at, jobs, ai, storage, mail, backup, version }: InstallationState): Attention[] {
  const found: (Attention | false)[] = [
    jobs.failed > 0 && {
      kind: 'jobs-failed',
      tone: 'broken',
      text: `${formatCountOf(jobs.failed, 'background job', 'background jobs')} failed in 24 h: ${jobs.failed_by_name.map(({ name, failed }) => `${formatCount(failed)} ${name}`).join(', ')}. The log of the server has the reasons.`,
    },
    ai.failed > 0 && {
      kind: 'ai-failed',
      tone: 'broken',
      text: `${formatCountOf(ai.failed, 'AI job', 'AI jobs')} failed in 24 h.`,
      to: '/ai-infers',
    },
    ...ai.workers
      .filter(({ state }) => state === 'lost')
      .map(({ name, last_seen }): Attention => ({
        kind: 'worker-lost',
        tone: 'broken',
        text: `Worker ${name} has not been seen since ${formatDateTime(last_seen)}. Its job went back to the queue.`,
        to: '/admin/ai-workers',
      })),
    !version.are_alike && {
      kind: 'servers-differ',
      tone: 'broken',
      text: `${formatCount(version.servers)} server processes share the database, and not all have the same version. Update those that are left.`,
    },
    storage.total_bytes !== null &&
      storage.free_bytes !== null &&
      storage.free_bytes < Math.min(LEAST_FREE.bytes, LEAST_FREE.share * storage.total_bytes) && {
        kind: 'disk-full',
        tone: 'broken',
        text: `${formatBytes(storage.free_bytes)} of the disk are free. When it is full, uploads wait until there is room; nothing is lost.`,
      },
    backup !== null &&
      (backup.made_at === null || at - backup.made_at > BACKUP_MS) && {
        kind: 'backup-old',
        tone: 'you',
        text:
          backup.made_at === null
            ? 'There is no complete backup in the backup folder.'
            : `The last backup is ${formatDuration((at - backup.made_at) / 1000)} old.`,
      },
    backup === null && {
      kind: 'backup-unknown',
      tone: 'you',
      text: 'This server does not know whether backups are made. Set LIGHTSHIP_BACKUP_FOLDER to the folder of the backup command.',
    },
    jobs.due_since !== null &&
      at - jobs.due_since > LATE_MS && {
        kind: 'jobs-late',
        tone: 'you',
        text: `${formatCountOf(jobs.waiting, 'background job waits', 'background jobs wait')}, the oldest for ${formatDuration((at - jobs.due_since) / 1000)}. ${jobs.running === 0 ? 'None runs: check that a process with the role jobs is running.' : `${formatCount(jobs.running)} are running.`}`,
      },
    ai.unserved > 0 && {
      kind: 'unserved',
      tone: 'you',
      text: `${formatCountOf(ai.unserved, 'AI job waits', 'AI jobs wait')} for a worker that nobody has started.`,
      to: '/admin/ai-workers',
    },
    mail.unsent > 0 && {
      kind: 'mail-unsent',
      tone: 'you',
      text: `${formatCountOf(mail.unsent, 'mail', 'mails')} could not be sent. You can forward ${mail.unsent === 1 ? 'it' : 'them'}.`,
      to: '/admin/mail',
    },
  ];
  return found.filter((each) => each !== false).toSorted((a, b) => Number(a.tone === 'you') - Number(b.tone === 'you'));
}
