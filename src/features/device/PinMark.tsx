import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconDeviceLaptop } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { openDeviceKey } from '#localdb/device-key.ts';
import { pinStudy, type PinnedName } from '#localdb/kept-copies/pins.ts';
import { isQuotaError } from '#localdb/quota.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { PinState } from '#model/offline/pin-state.ts';
import classes from './Pin.module.css';
import { PinCard } from './PinCard.tsx';
import { markText, TEXTS } from './texts.ts';
import { askForPromise } from './use-promise.ts';

interface PinProps {
  db: LocalDb;
  studyUuid: string;
  name: PinnedName;
}

/**
 * Keeps a study on this device, shows the progress, and removes it again; in a list row it also marks kept studies.
 * `state`: null for a study that is not pinned, undefined while loading, which leaves only the space.
 */
export function PinMark({ state: read, ...pin }: PinProps & { state: PinState | null | undefined }) {
  const act = usePinAct(pin);
  const state = read ?? null;
  const words = markText(state);
  return (
    <PinPopover act={act} isPinned={state !== null} db={pin.db} studyUuid={pin.studyUuid}>
      <Tooltip label={words} disabled={act.isOpen}>
        {/* Inside the tooltip, so that the card is named after the button. */}
        <Popover.Target>
          <ActionIcon
            className={classes.mark ?? ''}
            data-state={read === undefined ? 'unread' : (state ?? 'none')}
            aria-label={`${words}: ${pin.name.patientName}`}
            aria-pressed={state !== null}
            onClick={(event) => {
              event.stopPropagation();
              if (state === null) void act.pinIt();
              else act.toggle();
            }}
          >
            {state === 'failed' ? <IconAlertTriangle {...ICON} /> : <IconDeviceLaptop {...ICON} />}
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
    </PinPopover>
  );
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

function PinPopover({
  act,
  isPinned,
  db,
  studyUuid,
  children,
}: {
  act: ReturnType<typeof usePinAct>;
  isPinned: boolean;
  db: LocalDb;
  studyUuid: string;
  children: ReactNode;
}) {
  return (
    <Popover opened={act.isOpen} onChange={(opened) => !opened && act.close()} position="bottom-start" width={300} trapFocus returnFocus>
      {children}
      <Popover.Dropdown onClick={(event) => event.stopPropagation()}>
        {act.fault !== null && (
          <p className={classes.fault} role="alert">
            {act.fault}
          </p>
        )}
        {isPinned && <PinCard db={db} studyUuid={studyUuid} onUnpinned={act.close} />}
      </Popover.Dropdown>
    </Popover>
  );
}

/** The first press asks the browser not to delete data automatically (PWA-27); the card shows its answer. */
function usePinAct({ db, studyUuid, name }: PinProps) {
  const [isOpen, { open, close, toggle }] = useDisclosure(false);
  const [fault, setFault] = useState<string | null>(null);

  async function pinIt() {
    setFault(null);
    // Firefox asks the user, who may never answer.
    void askForPromise();
    try {
      await pinStudy(db, await openDeviceKey(db), studyUuid, name);
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      setFault(TEXTS.notKept);
    }
    open();
  }

  return { isOpen, close, toggle, fault, pinIt };
}
