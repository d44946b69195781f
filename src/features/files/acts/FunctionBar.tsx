import { IconDots } from '@tabler/icons-react';
import type { Ref } from 'react';
import { Button } from '@mantine/core';
import { ServerButton } from '#ui/ServerButton.tsx';
import { actText, KEY_TEXTS, TEXTS, WHY_NOT_TEXTS } from '#features/files/texts.ts';
import { isDestroying } from './ActsMenu.tsx';
import { fileActs, whyNot, type ActSituation, type FileActId } from './file-acts.ts';
import classes from './Acts.module.css';

interface FunctionBarProps {
  situation: ActSituation;
  onAct: (act: FileActId) => void;
  barRef: Ref<HTMLDivElement>;
}

/** The acts with their keys, at the foot. One that has two keys, such as unpacking, stands in the menu only. */
export function FunctionBar({ situation, onAct, barRef }: FunctionBarProps) {
  return (
    <div ref={barRef} className={classes.bar} role="toolbar" aria-label={TEXTS.actions}>
      {fileActs(situation.isBin)
        .filter(({ key }) => !key.includes(' '))
        .map(({ id, key }) => {
          const why = whyNot(id, situation);
          return (
            <ServerButton
              key={id}
              variant={isDestroying(id) ? 'outline' : 'default'}
              {...(isDestroying(id) ? { color: 'coral' } : {})}
              serverReachable={why === null}
              why={WHY_NOT_TEXTS[why ?? 'nothing']}
              title={actText(id, situation.to)}
              onClick={() => onAct(id)}
            >
              <span className={classes.key}>{key}</span>
              {KEY_TEXTS[id]}
            </ServerButton>
          );
        })}
    </div>
  );
}

/** On a phone, where no key is. */
export function PhoneBar({ situation, onAct, onMenu }: Omit<FunctionBarProps, 'barRef'> & { onMenu: () => void }) {
  const why = whyNot('folder', situation);
  return (
    <div className={classes.bar} role="toolbar" aria-label={TEXTS.actions}>
      {!situation.isBin && (
        <ServerButton
          variant="default"
          serverReachable={why === null}
          why={WHY_NOT_TEXTS[why ?? 'nothing']}
          onClick={() => onAct('folder')}
        >
          {actText('folder', null)}
        </ServerButton>
      )}
      <Button leftSection={<IconDots size={18} stroke={1.5} aria-hidden />} onClick={onMenu}>
        {TEXTS.actions}
      </Button>
    </div>
  );
}
