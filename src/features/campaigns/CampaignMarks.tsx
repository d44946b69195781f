import { IconEyeOff } from '@tabler/icons-react';
import type { CampaignState } from '#contract/campaigns.ts';
import classes from './Campaigns.module.css';
import { STATE_TEXTS, TEXTS } from './texts.ts';

export function BlindedMark() {
  return (
    <span className={classes.chip} title={TEXTS.blindedNote}>
      <IconEyeOff size={14} stroke={1.5} aria-hidden />
      {TEXTS.blinded}
    </span>
  );
}

/** A dot and the word of the state. */
export function CampaignStateMark({ state }: { state: CampaignState }) {
  return (
    <span className={classes.mark}>
      <span className={classes.dot} data-state={state} aria-hidden />
      {STATE_TEXTS[state]}
    </span>
  );
}
