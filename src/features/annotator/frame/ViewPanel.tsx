import { Checkbox, NumberInput, SegmentedControl, Tooltip, ActionIcon, Button } from '@mantine/core';
import {
  IconContrast2,
  IconFlipHorizontal,
  IconFlipVertical,
  IconGridDots,
  IconRestore,
  IconRotateClockwise,
  type Icon,
} from '@tabler/icons-react';
import type { Series } from '#contract/study-detail.ts';
import { inContext, t } from '#language/t.ts';
import { windowPresets } from '#model/pictures/window-presets.ts';
import { presetName } from '#ui/viewer/view.ts';
import { chordText, shortcutOf } from '#features/annotator/keys/chords.ts';
import { useOwnKeys } from '#features/annotator/keys/use-own-keys.ts';
import type { Pane, Show } from '#features/annotator/station/pane.ts';
import type { Station, StationAct } from '#features/annotator/station/station.ts';
import { noPlanesText } from '#features/annotator/texts.ts';
import { RegistrationSection } from '#features/annotator/registration/RegistrationSection.tsx';
import { useOpenSeries, useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { ComputedSection } from '#features/annotator/computed/ComputedSection.tsx';
import { useComputedSeries } from '#features/annotator/computed/computed-series.ts';
import { DisplaySection } from '#features/annotator/screens/DisplaySection.tsx';
import { FusionSection } from '#features/annotator/fusion/FusionSection.tsx';
import { PATH_TEXTS } from '#features/annotator/path/path-texts.ts';
import { PathSection } from '#features/annotator/path/PathSection.tsx';
import { UptakeSection } from '#features/annotator/uptake/UptakeSection.tsx';
import { VolumeSection } from '#features/annotator/volume/VolumeSection.tsx';
import { formatDecimal } from '#ui/format.ts';
import { keyNames } from '#ui/key-names.ts';
import classes from './ViewPanel.module.css';

const SHOWS: readonly { value: Exclude<Show, 'path'>; label: string }[] = [
  { value: 'stored', label: t('Stored') },
  { value: 'axial', label: t('Axial') },
  { value: 'sagittal', label: t('Sagittal') },
  { value: 'coronal', label: t('Coronal') },
];

const SLABS = [
  { value: 'none', label: inContext('slab', 'None') },
  { value: 'max', label: t('Max') },
  { value: 'min', label: t('Min') },
  { value: 'mean', label: inContext('slab', 'Mean') },
] as const;

const FIRST_THICKNESS_MM = 10;
const MOST_THICKNESS_MM = 100;

type Simple = 'invert' | 'turn' | 'flip-sideways' | 'flip-upright' | 'smooth' | 'reset';

const BUTTONS: readonly { act: Simple; name: string; Icon: Icon }[] = [
  { act: 'invert', name: t('Invert'), Icon: IconContrast2 },
  { act: 'flip-sideways', name: t('Flip left and right'), Icon: IconFlipVertical },
  { act: 'flip-upright', name: t('Flip up and down'), Icon: IconFlipHorizontal },
  { act: 'turn', name: t('Turn a quarter to the right'), Icon: IconRotateClockwise },
  { act: 'smooth', name: t('Smooth pixels'), Icon: IconGridDots },
  { act: 'reset', name: t('Reset the view'), Icon: IconRestore },
];

interface ViewPanelProps {
  /** Of the active pane. */
  series: Series;
  /** The same, or the one that it is computed from. */
  source: Series;
  study: string;
  own: readonly Series[];
  /** Of all studies. */
  all: readonly Series[];
}

/** How the active pane shows its series. */
export function ViewPanel({ all, ...props }: ViewPanelProps) {
  const is3d = useStation(({ panes, active }) => panes[active]!.is3d);
  if (!is3d) return <PictureView {...props} />;
  return (
    <div className={classes.panel}>
      <VolumeSection series={props.series} all={all} />
    </div>
  );
}

function PictureView({ series, source, study, own }: Omit<ViewPanelProps, 'all'>) {
  const { station } = useWorkstation();
  const { keyOf } = useOwnKeys();
  const active = useStation((now) => now.active);
  const links = useStation((now) => now.links);
  const count = useStation(({ panes }) => panes.length);
  const offsets = useStation(offsetsText);
  const computed = useComputedSeries(own);
  const pane = useActivePane();
  const open = useOpenSeries(pane.series);
  const isUptake = open?.scale != null;
  const presets = windowPresets(series.modalityCode, isUptake);
  const current = presetName(presets, pane.window);
  const act = (one: StationAct): void => station.act(one);
  const isPressed = {
    invert: pane.isInverted,
    smooth: pane.isSmooth,
    'flip-sideways': null,
    'flip-upright': null,
    turn: null,
    reset: null,
  };

  return (
    <div className={classes.panel}>
      <section aria-label={t('Window')}>
        <h2 className={classes.title}>
          {t('Window')} <span className={classes.hint}>{keyNames('Shift 1 to 9')}</span>
        </h2>
        <div className={classes.presets}>
          {presets.map(({ name, window }, index) => (
            <button
              key={name}
              type="button"
              className={classes.preset}
              aria-pressed={name === current}
              onClick={() => act({ act: 'window', pane: active, window })}
            >
              <span className={classes.presetName}>
                {name}
                <span className={classes.hint}>{index + 1}</span>
              </span>
              {typeof window !== 'string' && !isUptake && <span className={classes.figures}>{`${window.width} / ${window.center}`}</span>}
            </button>
          ))}
        </div>
      </section>
      {series === source && <UptakeSection series={series} />}
      <ComputedSection key={source.uuid} {...{ series, source, own }} />
      <FusionSection series={series} own={[...own, ...computed]} />
      <section aria-label={t('Plane')}>
        <h2 className={classes.title}>{t('Plane')}</h2>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('Plane')}
          value={pane.show}
          onChange={(show) => show !== 'path' && act({ act: 'show-as', pane: active, show })}
          data={[
            ...SHOWS.map((show) => ({ ...show, disabled: show.value !== 'stored' && open?.hasPlanes !== true })),
            ...(pane.show === 'path' ? [{ value: 'path' as const, label: PATH_TEXTS.title }] : []),
          ]}
        />
        {open?.noPlanes && <p className={classes.note}>{noPlanesText(open.noPlanes)}</p>}
        {pane.show !== 'stored' && (
          <div className={classes.line}>
            <SegmentedControl
              size="xs"
              aria-label={t('Thickness shows')}
              value={pane.slab?.show ?? 'none'}
              onChange={(show) =>
                act({
                  act: 'slab',
                  pane: active,
                  slab: show === 'none' ? null : { show, thicknessMm: pane.slab?.thicknessMm ?? FIRST_THICKNESS_MM },
                })
              }
              data={[...SLABS]}
            />
            <NumberInput
              size="xs"
              aria-label={t('Thickness in mm')}
              suffix=" mm"
              min={1}
              max={MOST_THICKNESS_MM}
              disabled={pane.slab === null}
              value={pane.slab?.thicknessMm ?? FIRST_THICKNESS_MM}
              onChange={(value) =>
                pane.slab && typeof value === 'number' && value >= 1
                  ? act({ act: 'slab', pane: active, slab: { ...pane.slab, thicknessMm: Math.min(value, MOST_THICKNESS_MM) } })
                  : undefined
              }
            />
          </div>
        )}
      </section>
      <PathSection />
      <section aria-label={t('Picture')}>
        <h2 className={classes.title}>{t('Picture')}</h2>
        <div className={classes.buttons}>
          {BUTTONS.map(({ act: one, name, Icon }) => (
            <Tooltip key={one} label={`${name} (${chordText(keyOf(one))})`}>
              <ActionIcon
                size={32}
                aria-label={name}
                aria-keyshortcuts={shortcutOf(keyOf(one))}
                {...(isPressed[one] === null ? {} : { 'aria-pressed': isPressed[one] })}
                className={classes.button}
                onClick={() => act({ act: one, pane: active })}
              >
                <Icon size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ))}
        </div>
      </section>
      <section aria-label={t('Link panes')}>
        <h2 className={classes.title}>{t('Link panes')}</h2>
        <div className={classes.links}>
          <Checkbox size="xs" label={t('Position')} checked={links.position} onChange={() => act({ act: 'link', link: 'position' })} />
          <Checkbox size="xs" label={t('Zoom')} checked={links.zoom} onChange={() => act({ act: 'link', link: 'zoom' })} />
          <Checkbox size="xs" label={t('Window')} checked={links.window} onChange={() => act({ act: 'link', link: 'window' })} />
        </div>
        <p className={classes.note}>{offsets ?? t('Panes of one frame of reference follow each other.')}</p>
        {count > 1 && (
          <Button variant="default" size="xs" onClick={() => act({ act: 'align' })}>
            {offsets === null ? t('Link the panes as they are now') : t('Link by frame of reference')}
          </Button>
        )}
      </section>
      {series === source && <RegistrationSection {...{ study, series, own }} />}
      <DisplaySection />
    </div>
  );
}

/** What the panel shows of the active pane: not its slice, which changes most often. */
function useActivePane(): Pick<Pane, 'series' | 'show' | 'slab' | 'window' | 'isInverted' | 'isSmooth'> {
  return {
    series: useOfActive('series'),
    show: useOfActive('show'),
    slab: useOfActive('slab'),
    window: useOfActive('window'),
    isInverted: useOfActive('isInverted'),
    isSmooth: useOfActive('isSmooth'),
  };
}

function useOfActive<K extends keyof Pane>(key: K): Pane[K] {
  return useStation(({ panes, active }) => panes[active]![key]);
}

/** Distances of linked panes from the active one; null: none was set by hand. */
function offsetsText({ panes, active }: Station): string | null {
  if (panes.every(({ offsetMm }) => offsetMm === null)) return null;
  return panes
    .map(({ offsetMm }, at) =>
      offsetMm === null || at === active ? null : t('Pane {number}: {mm} mm', { number: at + 1, mm: formatDecimal(offsetMm, 1) }),
    )
    .filter((line) => line !== null)
    .join(', ');
}
