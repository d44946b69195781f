import { Button } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { useOpenSeries, useWorkstation } from '#features/annotator/workstation.ts';
import classes from './ProposalPanel.module.css';
import { modelText, noRunText, PROPOSAL_TEXTS } from './proposal-texts.ts';
import { useDeviceRuns } from './use-proposals.ts';

/** Models that can propose on this device for the series in the active pane. */
export function DeviceOffers() {
  const { deviceRuns } = useWorkstation();
  const { offers, series, running, trouble } = useDeviceRuns((state) => state);
  const open = useOpenSeries(series);
  const isRead = open?.grid != null;
  if (running === null && trouble === null && offers.length === 0) return null;
  return (
    <section className={classes.card} aria-label={PROPOSAL_TEXTS.onDevice}>
      {running !== null && (
        <>
          <p className={classes.fact} role="status">
            {t('The model runs on this device: {percent} %', { percent: Math.floor(100 * running.fraction) })}
          </p>
          <ProgressBar parts={[{ amount: running.fraction, tone: 'moving' }]} total={1} label={running.name} />
          <Button mt="xs" size="xs" variant="default" onClick={() => deviceRuns.cancel()}>
            {PROPOSAL_TEXTS.cancel}
          </Button>
        </>
      )}
      {running === null &&
        series !== null &&
        offers.map((offer) => {
          const { model, version } = offer.model;
          return (
            <div key={version.uuid}>
              <p className={classes.model}>
                <IconDeviceLaptop size={16} stroke={1.5} aria-hidden />
                {modelText({ model: { name: model.name, number: version.number } })}
              </p>
              <Button mt="xs" size="xs" variant="default" disabled={!isRead} onClick={() => void deviceRuns.run(offer)}>
                {PROPOSAL_TEXTS.proposeHere}
              </Button>
            </div>
          );
        })}
      {trouble !== null && (
        <p className={classes.note} role="alert">
          {noRunText(trouble)}
        </p>
      )}
    </section>
  );
}
