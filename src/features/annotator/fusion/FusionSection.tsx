import { NativeSelect, Slider } from '@mantine/core';
import type { Series } from '#contract/study-detail.ts';
import { PresetSelect } from '#features/annotator/frame/PresetSelect.tsx';
import panelClasses from '#features/annotator/frame/ViewPanel.module.css';
import type { Fused } from '#features/annotator/station/pane.ts';
import { isOpened, type OpenSeries } from '#features/annotator/station/series-store.ts';
import { seriesName } from '#features/annotator/texts.ts';
import { useOpenSeries, useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { FUSION_TEXTS } from './fusion-texts.ts';
import { wayToFused } from './wanted-fusion.ts';

const PERCENT = 100;
const FIRST_OPACITY = 0.7;

/** Another series of the study over that of the active pane: a PET over its CT. */
export function FusionSection({ series, own }: { series: Series; own: readonly Series[] }) {
  const { station } = useWorkstation();
  const active = useStation((now) => now.active);
  const fused = useStation(({ panes, active: at }) => panes[at]!.fused);
  const others = own.filter(({ uuid, reading }) => uuid !== series.uuid && reading?.grid?.noVolume === null);
  const change = (next: Fused | null): void => station.act({ act: 'fuse', pane: active, fused: next });
  if (others.length === 0) return null;
  return (
    <section aria-label={FUSION_TEXTS.title}>
      <h2 className={panelClasses.title}>{FUSION_TEXTS.title}</h2>
      <NativeSelect
        size="xs"
        aria-label={FUSION_TEXTS.over}
        value={fused?.series ?? ''}
        data={[{ value: '', label: FUSION_TEXTS.none }, ...others.map((one) => ({ value: one.uuid, label: seriesName(one) }))]}
        onChange={({ currentTarget: { value } }) =>
          change(value === '' ? null : { series: value, window: 'stored', opacity: fused?.opacity ?? FIRST_OPACITY })
        }
      />
      {fused !== null && (
        <FusedLook {...{ fused, series, change }} modality={others.find(({ uuid }) => uuid === fused.series)?.modalityCode ?? ''} />
      )}
    </section>
  );
}

interface FusedLookProps {
  fused: Fused;
  series: Series;
  modality: string;
  change: (fused: Fused) => void;
}

function FusedLook({ fused, series, modality, change }: FusedLookProps) {
  const [open, base] = [useOpenSeries(fused.series), useOpenSeries(series.uuid)];
  const why = useWhyNot(open, base);
  return (
    <>
      <PresetSelect
        label={FUSION_TEXTS.window}
        {...{ modality, window: fused.window }}
        isUptake={open?.scale != null}
        onWindow={(window) => change({ ...fused, window })}
      />
      <Slider
        my="md"
        size="sm"
        thumbLabel={FUSION_TEXTS.opacity}
        min={0}
        max={PERCENT}
        label={(percent) => `${percent} %`}
        value={Math.round(fused.opacity * PERCENT)}
        onChange={(percent) => change({ ...fused, opacity: percent / PERCENT })}
      />
      <p className={panelClasses.note} role="status">
        {why ?? FUSION_TEXTS.note}
      </p>
    </>
  );
}

/** Null: it can be shown. */
function useWhyNot(open: OpenSeries | null, base: OpenSeries | null): string | null {
  const registrations = useStation((now) => now.registrations);
  if (base === null || open === null || !isOpened(open.opened)) return FUSION_TEXTS.reading;
  if (open.noPlanes !== null) return FUSION_TEXTS.noPlanes;
  if (!open.hasPlanes) return FUSION_TEXTS.reading;
  if (base.planes.every((plane) => plane === null)) return FUSION_TEXTS.noPlace;
  return wayToFused({ registrations }, base, open) === null ? FUSION_TEXTS.noWay : null;
}
