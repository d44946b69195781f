import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconLayoutGrid } from '@tabler/icons-react';
import { useState } from 'react';
import { LARGEST_LAYOUT } from '#features/annotator/station/largest-layout.ts';
import type { Layout } from '#features/annotator/station/station.ts';
import { noPlanesText, TEXTS } from '#features/annotator/texts.ts';
import { useOpenSeries, useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { LayoutsDialog } from '#features/annotator/layouts/LayoutsDialog.tsx';
import { SavedLayoutItems } from '#features/annotator/layouts/SavedLayoutItems.tsx';
import { SaveLayoutDialog } from '#features/annotator/layouts/SaveLayoutDialog.tsx';
import { chordText } from '#features/annotator/keys/chords.ts';
import { useOwnKeys } from '#features/annotator/keys/use-own-keys.ts';
import { SecondWindowItem } from '#features/annotator/screens/SecondWindowItem.tsx';
import { t } from '#language/t.ts';
import { keyNames } from '#ui/key-names.ts';
import classes from './LayoutMenu.module.css';

const SIDES = Array.from({ length: LARGEST_LAYOUT }, (_, index) => index + 1);

interface LayoutMenuProps {
  onLayout: (layout: Layout) => void;
  on3d: () => void;
  /** A read of a campaign. */
  isRead: boolean;
}

/** Rows and columns, and the layouts that are often needed. */
export function LayoutMenu({ onLayout, on3d, isRead }: LayoutMenuProps) {
  const { station } = useWorkstation();
  const { keyOf } = useOwnKeys();
  const layout = useStation((now) => now.layout);
  const is3d = useStation(({ panes }) => panes.some((pane) => pane.is3d));
  const open = useOpenSeries(useStation(({ panes, active }) => panes[active]?.series ?? null));
  const [opened, setOpened] = useState(false);
  const [over, setOver] = useState<Layout | null>(null);
  const [saving, setSaving] = useState<boolean | null>(null);
  const [hasAll, setAll] = useState(false);
  const shown = over ?? layout;
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-start" width={300}>
        <Menu.Target>
          <UnstyledButton className={classes.target}>
            <IconLayoutGrid size={16} stroke={1.5} aria-hidden />
            <VisuallyHidden>{TEXTS.layout}</VisuallyHidden>
            <IconChevronDown size={14} stroke={1.5} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu ?? ''}>
          <div className={classes.choice}>
            <div className={classes.grid} role="group" aria-label={t('Rows and columns')} onPointerLeave={() => setOver(null)}>
              {SIDES.flatMap((rows) =>
                SIDES.map((columns) => (
                  <Menu.Item
                    key={`${rows}${columns}`}
                    className={classes.cell ?? ''}
                    data-on={(rows <= shown.rows && columns <= shown.columns) || undefined}
                    aria-label={`${rows} × ${columns}`}
                    onPointerEnter={() => setOver({ rows, columns })}
                    onFocus={(event) => event.currentTarget.matches(':focus-visible') && setOver({ rows, columns })}
                    onClick={() => onLayout({ rows, columns })}
                  />
                )),
              )}
            </div>
            <p className={classes.size} aria-hidden>
              <b>{`${shown.rows} × ${shown.columns}`}</b>
              {t('rows × columns')}
            </p>
          </div>
          <Menu.Divider />
          <Menu.Item
            disabled={open?.hasPlanes !== true}
            rightSection={<span className={classes.hint}>{keyNames('Alt 0')}</span>}
            onClick={() => station.act({ act: 'three-planes' })}
          >
            {t('Three planes')}
            <span className={classes.note}>
              {open?.noPlanes ? noPlanesText(open.noPlanes) : t('axial, sagittal and coronal of one series')}
            </span>
          </Menu.Item>
          <Menu.Item
            rightSection={<span className={classes.hint}>{keyNames('Alt 2')}</span>}
            onClick={() => onLayout({ rows: 1, columns: 2 })}
          >
            {t('Side by side')}
            <span className={classes.note}>{t('two series of this study')}</span>
          </Menu.Item>
          <Menu.Item
            disabled={open?.hasPlanes !== true && !is3d}
            rightSection={<span className={classes.hint}>{chordText(keyOf('show-3d'))}</span>}
            onClick={on3d}
          >
            {is3d ? t('Close 3D') : t('Volume in 3D')}
            <span className={classes.note}>{t('rendered, or the largest values, with the segments')}</span>
          </Menu.Item>
          <SecondWindowItem isRead={isRead} />
          <SavedLayoutItems onSave={setSaving} onAll={() => setAll(true)} />
        </Menu.Dropdown>
      </Menu>
      <SaveLayoutDialog isOfTeam={saving} onClose={() => setSaving(null)} />
      <LayoutsDialog opened={hasAll} onClose={() => setAll(false)} />
    </>
  );
}
