import type { InstallationState } from '#contract/installation.ts';
import { t } from '#language/t.ts';
import { formatBytes, formatCount, formatDateTime, formatDuration } from '#ui/format.ts';

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
      text: t(
        '{failed, plural, one {# background job} other {# background jobs}} failed in 24 h: {names}. The log of the server has the reasons.',
        { failed: jobs.failed, names: jobs.failed_by_name.map(({ name, failed }) => `${formatCount(failed)} ${name}`).join(', ') },
      ),
    },
    ai.failed > 0 && {
      kind: 'ai-failed',
      tone: 'broken',
      text: t('{failed, plural, one {# AI job} other {# AI jobs}} failed in 24 h.', { failed: ai.failed }),
      to: '/ai-infers',
    },
    ...ai.workers
      .filter(({ state }) => state === 'lost')
      .map(({ name, last_seen }): Attention => ({
        kind: 'worker-lost',
        tone: 'broken',
        text: t('Worker {name} has not been seen since {time}. Its job went back to the queue.', {
          name,
          time: formatDateTime(last_seen),
        }),
        to: '/admin/ai-workers',
      })),
    !version.are_alike && {
      kind: 'servers-differ',
      tone: 'broken',
      text: t('{servers} server processes share the database, and not all have the same version. Update those that are left.', {
        servers: formatCount(version.servers),
      }),
    },
    storage.total_bytes !== null &&
      storage.free_bytes !== null &&
      storage.free_bytes < Math.min(LEAST_FREE.bytes, LEAST_FREE.share * storage.total_bytes) && {
        kind: 'disk-full',
        tone: 'broken',
        text: t('{size} of the disk are free. When it is full, uploads wait until there is room; nothing is lost.', {
          size: formatBytes(storage.free_bytes),
        }),
      },
    backup !== null &&
      (backup.made_at === null || at - backup.made_at > BACKUP_MS) && {
        kind: 'backup-old',
        tone: 'you',
        text:
          backup.made_at === null
            ? t('There is no complete backup in the backup folder.')
            : t('The last backup is {age} old.', { age: formatDuration((at - backup.made_at) / 1000) }),
      },
    backup === null && {
      kind: 'backup-unknown',
      tone: 'you',
      text: t('This server does not know whether backups are made. Set LIGHTSHIP_BACKUP_FOLDER to the folder of the backup command.'),
    },
    jobs.due_since !== null &&
      at - jobs.due_since > LATE_MS && {
        kind: 'jobs-late',
        tone: 'you',
        text: lateText(jobs.waiting, formatDuration((at - jobs.due_since) / 1000), jobs.running),
      },
    ai.unserved > 0 && {
      kind: 'unserved',
      tone: 'you',
      text: t('{unserved, plural, one {# AI job waits} other {# AI jobs wait}} for a worker that nobody has started.', {
        unserved: ai.unserved,
      }),
      to: '/admin/ai-workers',
    },
    mail.unsent > 0 && {
      kind: 'mail-unsent',
      tone: 'you',
      text: t(
        '{unsent, plural, one {# mail could not be sent. You can forward it.} other {# mails could not be sent. You can forward them.}}',
        { unsent: mail.unsent },
      ),
      to: '/admin/mail',
    },
  ];
  return found.filter((each) => each !== false).toSorted((a, b) => Number(a.tone === 'you') - Number(b.tone === 'you'));
}

function lateText(waiting: number, time: string, running: number): string {
  if (running === 0)
    return t(
      '{waiting, plural, one {# background job waits} other {# background jobs wait}}, the oldest for {time}. ' +
        'None runs: check that a process with the role jobs is running.',
      { waiting, time },
    );
  return t(
    '{waiting, plural, one {# background job waits} other {# background jobs wait}}, the oldest for {time}. {running} are running.',
    { waiting, time, running: formatCount(running) },
  );
}
