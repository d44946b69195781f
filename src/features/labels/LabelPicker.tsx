import { Button, Skeleton, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconPencil, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Label } from '#contract/labels.ts';
import type { Session } from '#model/session.ts';
import { STOP_ESCAPE } from '#ui/browser/stop-escape.ts';
import { useSession } from '#ui/session-context.tsx';
import { Swatch } from '#ui/Swatch.tsx';
import { LabelForm } from './LabelForm.tsx';
import { LabelList } from './LabelList.tsx';
import classes from './Labels.module.css';
import { TEXTS } from './texts.ts';
import type { useLabels } from './use-labels.ts';

interface LabelPickerProps {
  labels: ReturnType<typeof useLabels>;
  chosen: ReadonlySet<number>;
  onChoose: (labelId: number, on: boolean) => void;
}

/** `form`: edits a label, or creates one with the typed name. */
type View = { kind: 'choose' } | { kind: 'manage' } | { kind: 'form'; label: Label | null; name: string; back: 'choose' | 'manage' };

/** Choose, create, rename, recolour, delete (LABEL-09): one view at a time, each replacing the previous one. */
export function LabelPicker({ labels, chosen, onChoose }: LabelPickerProps) {
  const { serverReachable } = useSession<Session>();
  const [view, setView] = useState<View>({ kind: 'choose' });

  if (labels.data === undefined) return <NotThere labels={labels} serverReachable={serverReachable} />;
  if (view.kind === 'form') {
    return (
      <LabelForm
        label={view.label}
        name={view.name}
        labels={labels.data}
        onLeave={(made) => {
          if (made !== undefined && view.back === 'choose') onChoose(made.label_id, true);
          setView({ kind: view.back });
        }}
      />
    );
  }
  if (view.kind === 'manage') {
    return (
      <Manage
        labels={labels.data}
        onBack={() => setView({ kind: 'choose' })}
        onForm={(label) => setView({ kind: 'form', label, name: label?.name ?? '', back: 'manage' })}
      />
    );
  }
  return (
    <div className={classes.view}>
      <LabelList
        labels={labels.data}
        chosen={chosen}
        several
        onChoose={({ label_id }) => onChoose(label_id, !chosen.has(label_id))}
        onCreate={serverReachable ? (name) => setView({ kind: 'form', label: null, name, back: 'choose' }) : null}
      />
      <div className={classes.foot}>
        <Tooltip label={TEXTS.needsServer} multiline w={240} disabled={serverReachable}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconPencil size={14} stroke={1.75} aria-hidden />}
            aria-disabled={!serverReachable}
            data-away={!serverReachable || undefined}
            onClick={() => serverReachable && setView({ kind: 'manage' })}
            {...STOP_ESCAPE}
          >
            {TEXTS.edit}
          </Button>
        </Tooltip>
        {!serverReachable && <span className={classes.note}>{TEXTS.needsServer}</span>}
      </div>
    </div>
  );
}

interface ManageProps {
  labels: readonly Label[];
  onBack: () => void;
  onForm: (label: Label | null) => void;
}

function Manage({ labels, onBack, onForm }: ManageProps) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div className={classes.view}>
      <div className={classes.head}>
        <Button
          ref={back}
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconArrowLeft size={14} stroke={1.75} aria-hidden />}
          onClick={onBack}
          {...STOP_ESCAPE}
        >
          {TEXTS.back}
        </Button>
      </div>
      <ul className={classes.manage}>
        {labels.map((label) => (
          <li key={label.label_id}>
            <button type="button" className={classes.manageRow} onClick={() => onForm(label)} {...STOP_ESCAPE}>
              <Swatch color={label.color} />
              <bdi className={classes.name} title={label.name}>
                {label.name}
              </bdi>
              <span className={classes.change}>{TEXTS.change}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => onForm(null)}
          {...STOP_ESCAPE}
        >
          {TEXTS.create}
        </Button>
      </div>
    </div>
  );
}

function NotThere({ labels, serverReachable }: Pick<LabelPickerProps, 'labels'> & { serverReachable: boolean }) {
  if (serverReachable && (!labels.isError || labels.isFetching)) {
    return (
      <div className={classes.view} role="status" aria-label={TEXTS.labels} data-skeleton>
        {[62, 80, 48].map((width) => (
          <Skeleton key={width} className={classes.skeleton ?? ''} h={12} w={`${width}%`} />
        ))}
      </div>
    );
  }
  return (
    <div className={classes.view}>
      <p className={classes.fault} role="alert">
        {serverReachable ? TEXTS.failed : TEXTS.offline}
      </p>
      {serverReachable && (
        <Button variant="default" size="compact-sm" onClick={() => void labels.refetch()} {...STOP_ESCAPE}>
          {TEXTS.retry}
        </Button>
      )}
    </div>
  );
}
