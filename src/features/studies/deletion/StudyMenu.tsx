import { ActionIcon, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconBadgeVr, IconDots, IconHistory, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { StudyDetail } from '#contract/study-detail.ts';
import { parseStudiesAddress, studiesAddressToSearch } from '#features/studies/studies-address.ts';
import { TEXTS as STUDIES } from '#features/studies/texts.ts';
import { xrPath } from '#model/addresses/annotator-address.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './Deletion.module.css';
import { deleteTitle, deleteWhy, TEXTS } from './texts.ts';
import { useDeletion, useMayDelete } from './use-deletion.ts';

/** In the head of the study panel. What destroys is last, apart, and coral (design.md §18). */
export function StudyMenu({ study }: { study: StudyDetail }) {
  const { serverReachable } = useSession<Session>();
  const mayDelete = useMayDelete();
  const { remove } = useDeletion();
  const navigate = useNavigate();
  const name = patientNameToText(study.data.patientName) || STUDIES.noName;
  const { uuid } = study;

  async function carryOut() {
    const isDeleted = await remove({ uuids: [uuid], what: { name } });
    modals.closeAll();
    if (!isDeleted) return;
    const search = (query: Record<string, unknown>) => studiesAddressToSearch({ ...parseStudiesAddress(query), study: null });
    await navigate({ to: '/studies-v2', search });
  }

  const ask = () =>
    askFirst({
      title: deleteTitle(),
      why: deleteWhy({ name, series: study.series.length, size: study.size }),
      act: TEXTS.delete,
      keep: TEXTS.keep,
      onAct: carryOut,
    });

  return (
    <Menu position="bottom-end" withinPortal={false} width={260}>
      <Menu.Target>
        <ActionIcon aria-label={STUDIES.detail.actions}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconHistory size={16} stroke={1.5} aria-hidden />}
          renderRoot={(props) => <Link to="/studies-v2/$uuid/history" params={{ uuid }} {...props} />}
        >
          {STUDIES.detail.history}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={xrPath(uuid, null)}
          target="_blank"
          rel="noopener"
          data-log="open_xr"
          leftSection={<IconBadgeVr size={16} stroke={1.5} aria-hidden />}
        >
          {STUDIES.detail.openInXr}
        </Menu.Item>
        {mayDelete && (
          <>
            <Menu.Item
              leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
              renderRoot={(props) => <Link to="/studies-v2/deleted" {...props} />}
            >
              {TEXTS.title}
            </Menu.Item>
            <Menu.Divider />
            {!serverReachable && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
            <Menu.Item
              className={classes.delete ?? ''}
              disabled={!serverReachable}
              leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
              onClick={ask}
            >
              {TEXTS.delete}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
