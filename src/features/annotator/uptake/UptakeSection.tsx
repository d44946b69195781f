import { SegmentedControl } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import type { Series } from '#contract/study-detail.ts';
import type { Suv, SuvBy } from '#contract/suv.ts';
import panelClasses from '#features/annotator/frame/ViewPanel.module.css';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { Note } from '#ui/Note.tsx';
import { hasFactors, knownSuv } from './known-suv.ts';
import { RULE_TEXTS, SUV_KINDS, UNKNOWN_TEXTS, UPTAKE_TEXTS } from './uptake-texts.ts';

/** Colours, by what uptake is computed, and from what; of PET series only. */
export function UptakeSection({ series }: { series: Series }) {
  const suv = knownSuv(series);
  if (suv === null) return null;
  return (
    <section aria-label={UPTAKE_TEXTS.title}>
      <h2 className={panelClasses.title}>{UPTAKE_TEXTS.title}</h2>
      <PetColours />
      {hasFactors(suv) ? (
        <KnownUptake suv={suv} />
      ) : (
        <Note tone="you" icon={IconAlertTriangle} title={UPTAKE_TEXTS.unknown}>
          {suv === 'not-read' ? UPTAKE_TEXTS.notRead : UNKNOWN_TEXTS[suv.why]} {UPTAKE_TEXTS.fileValues}
        </Note>
      )}
    </section>
  );
}

function KnownUptake({ suv }: { suv: Extract<Suv, { rule: string }> }) {
  const { series, pictures } = useWorkstation();
  const by = useSyncExternalStore(series.subscribe, () => series.suvBy);
  function choose(next: SuvBy) {
    pictures.forgetAll();
    series.setSuvBy(next);
  }
  return (
    <>
      <SegmentedControl
        fullWidth
        mt="xs"
        size="xs"
        aria-label={UPTAKE_TEXTS.by}
        value={by}
        onChange={choose}
        data={SUV_KINDS.map((kind) => ({ ...kind, disabled: suv[kind.value] === null }))}
      />
      <p className={panelClasses.note}>{RULE_TEXTS[suv.rule]}</p>
      {suv.rule !== 'stored' && suv.lean_mass === null && (
        <p className={panelClasses.note}>{suv.surface === null ? UPTAKE_TEXTS.needsHeight : UPTAKE_TEXTS.needsSex}</p>
      )}
    </>
  );
}

type Colours = 'grey' | 'inverse' | 'hot';

const COLOURS: readonly { value: Colours; label: string }[] = [
  { value: 'grey', label: UPTAKE_TEXTS.grey },
  { value: 'inverse', label: UPTAKE_TEXTS.inverse },
  { value: 'hot', label: UPTAKE_TEXTS.hot },
];

/** Of the active pane. */
function PetColours() {
  const { station } = useWorkstation();
  const active = useStation((now) => now.active);
  const colours = useStation(({ panes, active: at }): Colours => (panes[at]!.isHot ? 'hot' : panes[at]!.isInverted ? 'inverse' : 'grey'));
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={UPTAKE_TEXTS.colours}
      value={colours}
      onChange={(next) => station.act({ act: 'colours', pane: active, isInverted: next === 'inverse', isHot: next === 'hot' })}
      data={[...COLOURS]}
    />
  );
}
