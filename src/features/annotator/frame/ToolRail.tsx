import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowsMove,
  IconContrast,
  IconFocus2,
  IconKeyboard,
  IconMarquee2,
  IconMessagePlus,
  IconRoute,
  IconStack2,
  IconZoomIn,
  type Icon,
} from '@tabler/icons-react';
import { useClicks } from '#features/annotator/clicks/use-clicks.ts';
import { useCommentState } from '#features/annotator/comments/comments-context.tsx';
import { COMMENT_TEXTS } from '#features/annotator/comments/texts.ts';
import { KIND_ICONS } from '#features/annotator/measure/kind-icons.tsx';
import { chordText, shortcutOf } from '#features/annotator/keys/chords.ts';
import { useOwnKeys } from '#features/annotator/keys/use-own-keys.ts';
import { MASK_TEXTS } from '#features/annotator/masks/mask-texts.ts';
import { PATH_TEXTS } from '#features/annotator/path/path-texts.ts';
import { MASK_TOOLS } from '#features/annotator/masks/mask-tools.ts';
import { useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import { KIND_NAMES } from '#features/annotator/measure/measure-kinds.ts';
import type { Tool } from '#features/annotator/station/station.ts';
import { TEXTS } from '#features/annotator/texts.ts';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { t } from '#language/t.ts';
import classes from './ToolRail.module.css';

const TOOLS: readonly { tool: Exclude<Tool, 'scribble'>; name: string; Icon: Icon }[] = [
  { tool: 'window', name: t('Window'), Icon: IconContrast },
  { tool: 'window-region', name: t('Window from a region'), Icon: IconMarquee2 },
  { tool: 'pan', name: t('Move'), Icon: IconArrowsMove },
  { tool: 'zoom', name: t('Zoom'), Icon: IconZoomIn },
  { tool: 'slices', name: t('Slices'), Icon: IconStack2 },
  { tool: 'crosshair', name: t('Crosshair'), Icon: IconFocus2 },
  { tool: 'path', name: PATH_TEXTS.title, Icon: IconRoute },
];

/** The others are in the panel. */
const MEASURE_TOOLS = ['length', 'angle', 'ellipse', 'bidirectional', 'arrow'] as const;

/** What a drag of the main button, or of one finger, does. */
export function ToolRail({ isTouch, onComment, onKeys }: { isTouch: boolean; onComment: () => void; onKeys: () => void }) {
  const { station } = useWorkstation();
  const { keyOf } = useOwnKeys();
  const tool = useStation((now) => now.tool);
  const isPinning = useCommentState((state) => state.isPinning);
  const { segmentation } = useMaskPanel();
  const hasClickModels = useClicks().models.length > 0;
  const whyNotDraw = segmentation?.may.edit === false ? MASK_TEXTS.readOnly : null;
  const current = tool ?? (isTouch ? 'slices' : 'window');
  return (
    <section className={classes.place} aria-label={TEXTS.tools}>
      <div className={classes.rail} role="toolbar" aria-label={TEXTS.tools} aria-orientation="vertical" data-dims>
        {TOOLS.map(({ tool: one, name, Icon }) => (
          <RailButton
            key={one}
            name={name}
            shortcut={keyOf(one)}
            isOn={one === current}
            onClick={() => station.act({ act: 'tool', tool: one })}
            Icon={Icon}
          />
        ))}
        <span className={classes.divider} />
        {MASK_TOOLS.filter((one) => one.tool !== 'clicks' || hasClickModels).map(({ tool: one, name, Icon }) => (
          <RailButton
            key={one}
            name={name}
            // The key that corrects a proposal, while none is shown.
            shortcut={keyOf(one === 'scribble' ? 'correct' : one)}
            isOn={one === current}
            why={whyNotDraw}
            onClick={() => station.act({ act: 'tool', tool: one })}
            Icon={Icon}
          />
        ))}
        <span className={classes.divider} />
        {MEASURE_TOOLS.map((kind) => (
          <RailButton
            key={kind}
            name={KIND_NAMES[kind]}
            shortcut={keyOf(kind)}
            isOn={kind === current}
            onClick={() => station.act({ act: 'tool', tool: kind })}
            Icon={KIND_ICONS[kind]}
          />
        ))}
        <RailButton name={COMMENT_TEXTS.place} shortcut={keyOf('comment')} isOn={isPinning} onClick={onComment} Icon={IconMessagePlus} />
        <span className={classes.space} />
        <RailButton name={TEXTS.keys} shortcut={keyOf('keys')} onClick={onKeys} Icon={IconKeyboard} />
      </div>
    </section>
  );
}

interface RailButtonProps {
  name: string;
  shortcut: string;
  /** Absent: it is not a toggle. */
  isOn?: boolean;
  /** Why it cannot be used. It keeps the focus, so that the reason can be read. */
  why?: string | null;
  onClick: () => void;
  Icon: Icon;
}

function RailButton({ name, shortcut, isOn, why = null, onClick, Icon }: RailButtonProps) {
  return (
    <Tooltip label={why === null ? `${name} (${chordText(shortcut)})` : `${name}: ${why}`} position="right">
      <ActionIcon
        className={classes.tool}
        size={40}
        aria-label={name}
        aria-keyshortcuts={shortcutOf(shortcut)}
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
        {...(why === null ? { onClick } : { 'aria-disabled': true, 'data-disabled': true, 'aria-description': why })}
      >
        <Icon size={20} stroke={1.5} aria-hidden />
        <span className={classes.key} aria-hidden>
          {chordText(shortcut.replace('Shift ', '⇧'))}
        </span>
      </ActionIcon>
    </Tooltip>
  );
}
