import { Button, NumberInput } from '@mantine/core';
import panelClasses from '#features/annotator/frame/ViewPanel.module.css';
import { LEAST_WIDTH_MM, MOST_WIDTH_MM, acrossPaneOf, pathPaneOf } from '#features/annotator/station/path.ts';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { curveThrough } from '#model/pictures/path-curve.ts';
import { PATH_TEXTS } from './path-texts.ts';
import { AlongButton, drawnText } from './PathControls.tsx';
import { useWhyNotAlong } from './use-path.ts';

/** The path of the study, and how the pane along it shows its series. */
export function PathSection() {
  const { station } = useWorkstation();
  const path = useStation((now) => now.path);
  const along = useStation(pathPaneOf);
  const widthMm = useStation(({ panes }) => panes[along]?.path?.widthMm ?? null);
  const isAcross = useStation((now) => acrossPaneOf(now) >= 0);
  const curve = path && curveThrough(path.points);
  const why = useWhyNotAlong();
  return (
    <section aria-label={PATH_TEXTS.title}>
      <h2 className={panelClasses.title}>{PATH_TEXTS.title}</h2>
      <p className={panelClasses.note}>{drawnText(path, PATH_TEXTS.none)}</p>
      {path !== null && <p className={panelClasses.note}>{PATH_TEXTS.kept}</p>}
      {curve !== null && along < 0 && why !== null && <p className={panelClasses.note}>{why}</p>}
      {curve !== null && <AlongButton variant="default" />}
      {widthMm !== null && (
        <div className={panelClasses.line}>
          <Button size="xs" variant="default" onClick={() => station.act({ act: 'across-path' })}>
            {isAcross ? PATH_TEXTS.notAcross : PATH_TEXTS.across}
          </Button>
          <NumberInput
            size="xs"
            aria-label={PATH_TEXTS.width}
            suffix=" mm"
            min={LEAST_WIDTH_MM}
            max={MOST_WIDTH_MM}
            value={widthMm}
            onChange={(value) =>
              typeof value === 'number' && value >= LEAST_WIDTH_MM
                ? station.act({ act: 'path-width', pane: along, widthMm: value })
                : undefined
            }
          />
        </div>
      )}
    </section>
  );
}
