import { ActionIcon, Menu, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconArrowsMove,
  IconChevronDown,
  IconContrast,
  IconContrast2,
  IconRestore,
  IconStack2,
  IconZoomIn,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '#language/t.ts';
import { keyNames } from '#ui/key-names.ts';
import type { Tool, ViewColours, ViewPreset, ViewWindow } from './types.ts';
import { presetName, windowFigure } from './view.ts';
import classes from './ViewerTools.module.css';

interface ViewerToolsProps {
  /** The one in use. */
  tool: Tool;
  onTool: (tool: Tool) => void;
  /** Null: in colour, or nothing is shown yet. */
  window: { center: number; width: number } | null;
  wished: ViewWindow;
  presets: readonly ViewPreset[];
  onWindow: (window: ViewWindow) => void;
  colours: readonly ViewColours[];
  /** Null: grey. */
  chosenColours: ViewColours | null;
  /** The picture is shown in them. A colour image has neither a window nor chosen colours. */
  isInColours: boolean;
  onColours: (id: string | null) => void;
  isInverted: boolean;
  onInvert: () => void;
  onReset: () => void;
  /** Additional tools at the end. */
  children?: ReactNode;
}

const TOOLS: readonly { tool: Tool; name: string; key: string; Icon: Icon }[] = [
  { tool: 'slices', name: t('Slices by drag'), key: 'S', Icon: IconStack2 },
  { tool: 'window', name: t('Window by drag'), key: 'L', Icon: IconContrast },
  { tool: 'pan', name: t('Move by drag'), key: 'N', Icon: IconArrowsMove },
  { tool: 'zoom', name: t('Zoom by drag'), key: 'Z', Icon: IconZoomIn },
];

/** Buttons for everything that keys and gestures do. */
export function ViewerTools(props: ViewerToolsProps) {
  const { tool, onTool, isInverted, onInvert, onReset, children } = props;
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('Viewer tools')}>
      {TOOLS.map(({ tool: one, name, key, Icon }) => (
        <ToolButton key={one} name={name} shortcut={key} isOn={tool === one} onClick={() => onTool(one)} Icon={Icon} />
      ))}
      <span className={classes.gap} />
      <WindowMenu {...props} />
      <ToolButton name={t('Invert')} shortcut="I" isOn={isInverted} onClick={onInvert} Icon={IconContrast2} />
      <ToolButton name={t('Reset the view')} shortcut="Space" onClick={onReset} Icon={IconRestore} />
      <span className={classes.end}>{children}</span>
    </div>
  );
}

interface ToolButtonProps {
  name: string;
  shortcut?: string;
  /** Absent: it is not a toggle. */
  isOn?: boolean;
  onClick: () => void;
  Icon: Icon;
}

export function ToolButton({ name, shortcut, isOn, onClick, Icon }: ToolButtonProps) {
  return (
    <Tooltip label={shortcut === undefined ? name : `${name} (${keyNames(shortcut)})`}>
      <ActionIcon
        className={classes.tool}
        aria-label={name}
        {...(shortcut === undefined ? {} : { 'aria-keyshortcuts': shortcut })}
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
        onClick={onClick}
      >
        <Icon size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function WindowMenu(props: ViewerToolsProps) {
  const { window, wished, presets, onWindow, colours, isInColours } = props;
  const shown = isInColours ? props.chosenColours : null;
  if (!window && !shown) return null;
  const name = shown ? null : presetName(presets, wished);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.window}>
          {shown ? (
            <>
              <Strip of={shown} />
              <bdi className={classes.figures}>{shown.name}</bdi>
            </>
          ) : (
            window && <span className={classes.figures}>{`W ${windowFigure(window.width)} L ${windowFigure(window.center)}`}</span>
          )}
          <span className={classes.short}>{shown ? '' : 'W L'}</span>
          <VisuallyHidden>{colours.length === 0 ? t('window presets') : t('window presets and colours')}</VisuallyHidden>
          <IconChevronDown size={14} stroke={1.5} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        {presets.map((preset, index) => (
          <Menu.Item
            key={preset.name}
            data-current={preset.name === name || undefined}
            className={classes.preset ?? ''}
            rightSection={<span className={classes.hint}>{`${presetFigures(preset)}⇧ ${index + 1}`}</span>}
            onClick={() => onWindow(preset.window)}
          >
            {preset.name}
          </Menu.Item>
        ))}
        {colours.length > 0 && <ColourItems {...props} shown={shown} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function ColourItems({ colours, shown, onColours }: ViewerToolsProps & { shown: ViewColours | null }) {
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('Colours')}</Menu.Label>
      <Menu.Item className={classes.preset ?? ''} data-current={shown === null || undefined} onClick={() => onColours(null)}>
        {t('Grayscale')}
      </Menu.Item>
      {colours.map((each) => (
        <Menu.Item
          key={each.id}
          className={classes.preset ?? ''}
          data-current={each.id === shown?.id || undefined}
          rightSection={<Strip of={each} />}
          onClick={() => onColours(each.id)}
        >
          <bdi>{each.name}</bdi>
        </Menu.Item>
      ))}
    </>
  );
}

function Strip({ of }: { of: ViewColours }) {
  return <span className={classes.strip} style={{ background: of.strip }} aria-hidden />;
}

function presetFigures({ window }: ViewPreset): string {
  return typeof window === 'string' ? '' : `W ${window.width} L ${window.center}\u2003`;
}
