import { NativeSelect, SegmentedControl, Slider } from '@mantine/core';
import type { Series } from '#contract/study-detail.ts';
import { PresetSelect } from '#features/annotator/frame/PresetSelect.tsx';
import panelClasses from '#features/annotator/frame/ViewPanel.module.css';
import type { VolumeLook } from '#features/annotator/station/pane.ts';
import { CutControl } from '#features/annotator/surfaces/CutControl.tsx';
import { towardsViewer } from '#features/annotator/surfaces/turn-view.ts';
import { seriesName } from '#features/annotator/texts.ts';
import { useOpenSeries, useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { scaled } from '#model/pictures/vector.ts';
import { useVolumeCurves } from './use-volume-curves.ts';
import { firstLook } from './volume-look.ts';
import { VOLUME_TEXTS } from './volume-texts.ts';
import classes from './VolumeSection.module.css';

const SHOWS = [
  { value: 'none', label: VOLUME_TEXTS.none },
  { value: 'rendered', label: VOLUME_TEXTS.rendered },
  { value: 'max', label: VOLUME_TEXTS.max },
] as const;

/** What the 3D pane shows of a volume, and what is cut away. */
export function VolumeSection({ series, all }: { series: Series; all: readonly Series[] }) {
  const { station } = useWorkstation();
  const active = useStation((now) => now.active);
  const pane = useStation(({ panes, active: at }) => panes[at]!);
  const { volume, cut, facing3d } = pane;
  const shown = all.find(({ uuid }) => uuid === volume?.series) ?? series;
  const change = (part: Partial<VolumeLook>): void =>
    station.act({ act: 'volume', pane: active, volume: { ...(volume ?? firstLook(series, pane)), ...part } });
  return (
    <>
      <section aria-label={VOLUME_TEXTS.title}>
        <h2 className={panelClasses.title}>
          {VOLUME_TEXTS.title} <span className={panelClasses.hint}>{seriesName(shown)}</span>
        </h2>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={VOLUME_TEXTS.title}
          value={volume?.show ?? 'none'}
          onChange={(show) => (show === 'none' ? station.act({ act: 'volume', pane: active, volume: null }) : change({ show }))}
          data={[...SHOWS]}
        />
        {volume !== null && <LookOfVolume {...{ volume, change }} modality={shown.modalityCode} />}
      </section>
      <section aria-label={VOLUME_TEXTS.cut}>
        <h2 className={panelClasses.title}>{VOLUME_TEXTS.cut}</h2>
        <div className={classes.cut}>
          <CutControl
            className={classes.depth ?? ''}
            depth={cut?.depth ?? null}
            onHere={() => station.act({ act: 'cut', pane: active, cut: { normal: scaled(towardsViewer(facing3d), -1), depth: 0.5 } })}
            onDepth={(depth) => cut && station.act({ act: 'cut', pane: active, cut: { ...cut, depth } })}
            onUncut={() => station.act({ act: 'cut', pane: active, cut: null })}
          />
        </div>
      </section>
    </>
  );
}

/** The slider is in powers of 2: half as dense, twice as dense. */
const MOST_DOUBLINGS = 5;

function LookOfVolume({ volume, modality, change }: { volume: VolumeLook; modality: string; change: (part: Partial<VolumeLook>) => void }) {
  const curves = useVolumeCurves(modality);
  const isUptake = useOpenSeries(volume.series)?.scale != null;
  const isByWindow = volume.show === 'max' || volume.curve === null;
  return (
    <>
      {volume.show === 'rendered' && (
        <NativeSelect
          mt="xs"
          size="xs"
          aria-label={VOLUME_TEXTS.curve}
          value={volume.curve ?? ''}
          data={[{ value: '', label: VOLUME_TEXTS.byWindow }, ...curves.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={({ currentTarget: { value } }) => change({ curve: value === '' ? null : value })}
        />
      )}
      {isByWindow && (
        <PresetSelect
          label={VOLUME_TEXTS.window}
          {...{ modality, isUptake, window: volume.window }}
          onWindow={(window) => change({ window })}
        />
      )}
      {volume.show === 'rendered' && (
        <div className={classes.density}>
          <span>{VOLUME_TEXTS.density}</span>
          <Slider
            className={classes.slider ?? ''}
            my="md"
            size="sm"
            thumbLabel={VOLUME_TEXTS.density}
            min={-MOST_DOUBLINGS}
            max={MOST_DOUBLINGS}
            step={0.25}
            label={(doublings) => `× ${(2 ** doublings).toFixed(2)}`}
            value={Math.log2(volume.density)}
            onChange={(doublings) => change({ density: 2 ** doublings })}
          />
        </div>
      )}
    </>
  );
}
