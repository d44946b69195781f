import { Menu } from '@mantine/core';
import { seriesOfLayout, isFor } from '#model/layouts/match-layout.ts';
import type { ShownLayout } from '#model/layouts/shown-layouts.ts';
import { LayoutPicture } from './LayoutPicture.tsx';
import { aboutLayout, LAYOUT_TEXTS, missingText } from './layout-texts.ts';
import { useSavedLayouts } from './layouts-context.tsx';
import classes from './SavedLayouts.module.css';

interface SavedLayoutItemsProps {
  onSave: (isOfTeam: boolean) => void;
  onAll: () => void;
}

/** In the menu of layouts: those that are made for such studies, and saving the one of now. */
export function SavedLayoutItems({ onSave, onAll }: SavedLayoutItemsProps) {
  const { layouts, study, maySaveForTeam } = useSavedLayouts();
  const fitting = layouts.filter((layout) => isFor(layout, study));
  return (
    <>
      <Menu.Divider />
      {fitting.length > 0 && <Menu.Label>{LAYOUT_TEXTS.saved}</Menu.Label>}
      {fitting.map((layout) => (
        <LayoutItem key={layout.uuid} layout={layout} />
      ))}
      {layouts.length > 0 && (
        <Menu.Item onClick={onAll}>
          {LAYOUT_TEXTS.all}
          <span className={classes.count}>{layouts.length}</span>
        </Menu.Item>
      )}
      <div className={classes.save}>
        <span aria-hidden>{LAYOUT_TEXTS.save}</span>
        <Menu.Item className={classes.button ?? ''} aria-label={LAYOUT_TEXTS.saveForMe} onClick={() => onSave(false)}>
          {LAYOUT_TEXTS.forMe}
        </Menu.Item>
        {maySaveForTeam && (
          <Menu.Item className={classes.button ?? ''} aria-label={LAYOUT_TEXTS.saveForTeam} onClick={() => onSave(true)}>
            {LAYOUT_TEXTS.forTeam}
          </Menu.Item>
        )}
      </div>
    </>
  );
}

function LayoutItem({ layout }: { layout: ShownLayout }) {
  const { at, show } = useSavedLayouts();
  const found = seriesOfLayout(layout, at);
  const missing = layout.series.filter((_, index) => found[index] === null);
  return (
    <Menu.Item leftSection={<LayoutPicture layout={layout} />} onClick={() => show(layout)}>
      <bdi className={classes.name}>{layout.name}</bdi>
      <span className={classes.about}>{aboutLayout(layout)}</span>
      {missing.length > 0 && <span className={classes.about}>{missingText(missing)}</span>}
    </Menu.Item>
  );
}
