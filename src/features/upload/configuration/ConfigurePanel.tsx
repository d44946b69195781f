import type { ReactNode } from 'react';
import { t } from '#language/t.ts';
import { BodyPartSelect } from './BodyPartSelect.tsx';
import classes from './ConfigurePanel.module.css';
import { TEXTS } from '#features/upload/texts.ts';

interface ConfigurePanelProps {
  /** The body part that all studies have in common, null when they differ. */
  common: string | null;
  onSetForAll: (slug: string | null) => void;
  /** In a drawer the drawer's head has the title. */
  titled?: boolean;
  /** Other settings for all, above and below the body part. */
  above?: ReactNode;
  below?: ReactNode;
  /** Whether patient data is sent. */
  patientData?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
}

/** The settings of the whole upload: the left column. */
export function ConfigurePanel({ common, onSetForAll, titled = true, above, below, patientData, children, foot }: ConfigurePanelProps) {
  return (
    <aside className={classes.panel} data-plain={!titled || undefined} aria-label={TEXTS.configure}>
      <div className={classes.content}>
        <div className={classes.fields}>
          {titled && <h2 className={classes.title}>{TEXTS.configure}</h2>}
          {above}
          <div className={classes.field}>
            <span className={classes.label} aria-hidden>
              {TEXTS.bodyPart}
            </span>
            <BodyPartSelect value={common} onChoose={onSetForAll} name={t('Body part of all studies')} placeholder={TEXTS.setForAll} wide />
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
