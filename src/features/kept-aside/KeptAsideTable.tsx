import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconArrowForwardUp, IconDots, IconFileDownload, IconPhoto, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AsideGroup } from '#contract/aside-groups.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { Session } from '#model/session.ts';
import { OPENS_ANNOTATOR } from '#ui/annotator-link.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatDateTime } from '#ui/format.ts';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import table from '#ui/lists/table.module.css';
import { useSession } from '#ui/session-context.tsx';
import classes from './KeptAside.module.css';
import { showSaveGroup } from './SaveGroup.tsx';
import { actionsText, authorText, discardWhy, reasonText, sizeText, structureText, TEXTS } from './texts.ts';
import { useDecide } from './use-kept-aside.ts';

interface KeptAsideTableProps {
  /** `undefined` while loading, which shows a skeleton. */
  groups: readonly AsideGroup[] | undefined;
  onDecided: () => Promise<void>;
}

export function KeptAsideTable({ groups, onDecided }: KeptAsideTableProps) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.groups)}
      data-list
      role="table"
      aria-label={TEXTS.title}
      aria-busy={groups === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.author}</span>
        <span role="columnheader" className={classes.wide}>
          {columns.what}
        </span>
        <span role="columnheader" className={classes.wide}>
          {columns.why}
        </span>
        <span role="columnheader" className={classes.wide}>
          {columns.when}
        </span>
        <span role="columnheader">
          <VisuallyHidden>{columns.actions}</VisuallyHidden>
        </span>
      </div>
      {groups ? (
        groups.map((group) => (
          <GroupRow key={[group.user?.id, group.segmentation, group.study, group.reason].join()} group={group} onDecided={onDecided} />
        ))
      ) : (
        <SkeletonRows
          rows={6}
          cells={[{ width: '50%' }, { width: '70%', className: classes.wide }, { width: '70%', className: classes.wide }]}
        />
      )}
    </div>
  );
}

function GroupRow({ group, onDecided }: { group: AsideGroup; onDecided: () => Promise<void> }) {
  const lastAt = parseWireDate(group.last_at);
  const when = lastAt && formatDateTime(lastAt, { seconds: false });
  const what = `${structureText(group)} · ${sizeText(group)}`;
  return (
    <div className={table.row} role="row" data-segmentation={group.segmentation}>
      <div role="rowheader" className={classes.words}>
        <div className={table.name}>
          <bdi>{authorText(group)}</bdi>
        </div>
        <span className={table.narrow}>{[what, reasonText(group.reason), when].filter(Boolean).join(' · ')}</span>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)} title={what}>
        {what}
      </div>
      <div role="cell" className={classNames(classes.why, classes.wide)}>
        {reasonText(group.reason)}
      </div>
      <div role="cell" className={classNames(table.time, classes.wide)}>
        {when}
      </div>
      <div role="cell" className={table.end}>
        <GroupMenu group={group} onDecided={onDecided} />
      </div>
    </div>
  );
}

function GroupMenu({ group, onDecided }: { group: AsideGroup; onDecided: () => Promise<void> }) {
  const { serverReachable, team } = useSession<Session>();
  const decide = useDecide(onDecided);
  const [isBusy, setBusy] = useState(false);
  const { study, has_study, structure, user } = group;

  async function apply() {
    setBusy(true);
    await decide(group, 'apply');
    setBusy(false);
  }

  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={actionsText(group)} loading={isBusy}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!serverReachable && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
        {has_study && (
          <Menu.Item
            leftSection={<IconPhoto size={16} stroke={1.5} aria-hidden />}
            renderRoot={(props) => <Link to="/annotator/case/$uuid" params={{ uuid: study }} {...OPENS_ANNOTATOR} {...props} />}
          >
            {TEXTS.openStudy}
          </Menu.Item>
        )}
        {structure !== null && (
          <Menu.Item
            disabled={!serverReachable}
            leftSection={<IconArrowForwardUp size={16} stroke={1.5} aria-hidden />}
            onClick={() => void apply()}
          >
            {TEXTS.apply}
          </Menu.Item>
        )}
        {user !== null && team !== null && (
          <Menu.Item
            disabled={!serverReachable}
            leftSection={<IconFileDownload size={16} stroke={1.5} aria-hidden />}
            onClick={() => showSaveGroup({ group: { ...group, user }, team: team.slug })}
          >
            {TEXTS.save}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          className={classes.discard ?? ''}
          disabled={!serverReachable}
          leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
          onClick={() =>
            askFirst({
              title: TEXTS.discardTitle,
              why: discardWhy(group),
              act: TEXTS.discard,
              onAct: () => decide(group, 'discard').then(() => modals.closeAll()),
              keep: TEXTS.keep,
            })
          }
        >
          {TEXTS.discard}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
