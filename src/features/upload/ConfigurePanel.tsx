import type { ReactNode } from 'react';
import { BodyPartSelect } from './BodyPartSelect.tsx';
import classes from './ConfigurePanel.module.css';
import { TEXTS } from './texts.ts';
import type { BodyParts } from './use-body-parts.ts';

interface ConfigurePanelProps {
  bodyParts: BodyParts;
  /** The body part that all studies have in common, null when they differ. */
  common: string | null;
  onSetForAll: (slug: string | null) => void;
  /** In a drawer the title stands in the drawer's head. */
  titled?: boolean;
  /** What else is chosen for all, above and below the body part. */
  above?: ReactNode;
  below?: ReactNode;
  /** Whether it leaves with patient data. */
  patientData?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
}

/** What holds for the whole upload: the left column. */
export function ConfigurePanel({
  bodyParts,
  common,
  onSetForAll,
  titled = true,
  above,
  below,
  patientData,
  children,
  foot,
}: ConfigurePanelProps) {
  return (
    <aside className={classes.panel} data-plain={!titled || undefined} aria-label={TEXTS.configure}>
      <div className={classes.scroll}>
        <div className={classes.fields}>
          {titled && <h2 className={classes.title}>{TEXTS.configure}</h2>}
          {above}
          <div className={classes.field}>
            <span className={classes.label} aria-hidden>
              {TEXTS.bodyPart}
            </span>
            <BodyPartSelect
              bodyParts={bodyParts}
              value={common}
              onChoose={onSetForAll}
              name={`${TEXTS.bodyPart} of all studies`}
              placeholder={TEXTS.setForAll}
              wide
            />
          </div>
          {below}
          {patientData}
        </div>
        {children}
      </div>
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </aside>
  );
}
