import type { OwnRead } from '#contract/campaigns.ts';
import type { WorkWord } from '#ui/status/status-looks.ts';

export const isBegun = (reads: readonly OwnRead[]): boolean => reads.some(({ state, started_at: at }) => at !== null || state !== 'open');

export const READ_WORDS: Record<OwnRead['state'], WorkWord> = {
  open: 'not started',
  started: 'started',
  returned: 'sent back',
  done: 'done',
};
