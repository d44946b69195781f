import { ActionIcon, Button, Group, Menu, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  IconAlertOctagon,
  IconDots,
  IconDownload,
  IconFileTypeCsv,
  IconFolderDown,
  IconLock,
  IconSnowflake,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { withStatus } from '#api/failure-texts.ts';
import { CALLS } from '#contract/calls.ts';
import type { DatasetVersion } from '#contract/dataset-versions.ts';
import { parseWireDate } from '#contract/dates.ts';
import { administersTeam } from '#contract/permissions.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatDateTime } from '#ui/format.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Pager } from '#ui/lists/Pager.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import classes from '#features/datasets/Datasets.module.css';
import { useDatasetsChanged } from '#features/datasets/use-datasets.ts';
import { TEXTS } from '#features/datasets/texts.ts';
import {
  actionsText,
  casesText,
  deleteTitle,
  FAILURE_TEXTS,
  facesConfirmedText,
  facesWhyText,
  leftOutText,
  resampledTexts,
  progressText,
  STATE_TEXTS,
  versionFailureText,
  versionName,
  VERSION_TEXTS,
  withdrawnText,
} from './version-texts.ts';
import { downloadVersion, putVersion, useVersions } from './use-versions.ts';
import versionClasses from './Versions.module.css';

/** The versions of a dataset, newest first. */
export function DatasetVersions({ dataset }: { dataset: number }) {
  const { serverReachable } = useSession<Session>();
  const [page, setPage] = useState(1);
  const versions = useVersions(dataset, page);
  const { data } = versions;
  return (
    <section className={classes.card} aria-labelledby="dataset-versions">
      <div className={classes.cardHead}>
        <h2 id="dataset-versions" className={classes.cardTitle}>
          {VERSION_TEXTS.versions}
        </h2>
        {data !== undefined && data.total > data.per_page && (
          <span className={classes.end}>
            <Pager page={data.current_page} perPage={data.per_page} total={data.total} onPage={setPage} />
          </span>
        )}
      </div>
      <ListStates
        list={versions}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(VERSION_TEXTS.failed, versions.error) }}
        empty={
          <EmptyState icon={IconSnowflake} title={VERSION_TEXTS.empty}>
            {VERSION_TEXTS.emptyWhy}
          </EmptyState>
        }
      >
        {(rows) =>
          rows === undefined ? (
            <Skeleton height={160} />
          ) : (
            <ul className={classes.patients}>
              {rows.map((version) => (
                <VersionRow key={version.uuid} dataset={dataset} version={version} />
              ))}
            </ul>
          )
        }
      </ListStates>
    </section>
  );
}

function VersionRow({ dataset, version }: { dataset: number; version: DatasetVersion }) {
  const { uuid, state, failure, done, cases, withdrawn, left_out: leftOut, faces_confirmed: confirmed } = version;
  const { serverReachable, permissions } = useSession<Session>();
  const mayDownload = permissions.has('r:studies') && permissions.has('r:studies:detail');
  const why = serverReachable ? VERSION_TEXTS.mayNot : VERSION_TEXTS.needsServer;
  const about = [
    casesText(cases),
    version.classes.map(({ title }) => title).join(', '),
    ...resampledTexts(version),
    ...(withdrawn > 0 ? [withdrawnText(withdrawn)] : []),
    ...(leftOut.length > 0 ? [leftOutText(leftOut.length)] : []),
    ...(confirmed === null ? [] : [facesConfirmedText(confirmed.user)]),
  ];
  return (
    <li className={classNames(classes.patient, versionClasses.version)} data-version={uuid} data-state={state}>
      <span className={classes.words}>
        <span className={classes.name}>
          <bdi>{versionName(version)}</bdi>
        </span>
        <span className={classes.dim}>{about.join(' · ')}</span>
        {failure !== null && <span className={classes.wrong}>{FAILURE_TEXTS[failure]}</span>}
      </span>
      {state === 'freezing' ? (
        <span className={versionClasses.progress}>
          <span className={classes.dim}>{progressText(done, cases)}</span>
          <Progress aria-label={VERSION_TEXTS.progress} value={cases === 0 ? 0 : (100 * done) / cases} />
        </span>
      ) : (
        <span className={versionClasses.state} data-state={state}>
          {state === 'frozen' ? <IconLock size={16} stroke={1.5} aria-hidden /> : <IconAlertOctagon size={16} stroke={1.5} aria-hidden />}
          {STATE_TEXTS[state]} {formatDateTime(parseWireDate(version.created_at) ?? 0)}
        </span>
      )}
      {state === 'frozen' && (
        <ServerButton
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
          serverReachable={serverReachable && mayDownload}
          why={why}
          title={VERSION_TEXTS.downloadWhy}
          onClick={() => onceFacesMayLeave(dataset, version, { act: VERSION_TEXTS.facesAct, go: () => downloadVersion('dataset', uuid) })}
        >
          {VERSION_TEXTS.download}
        </ServerButton>
      )}
      <VersionMenu dataset={dataset} version={version} mayDownload={mayDownload} />
    </li>
  );
}

function VersionMenu({ dataset, version, mayDownload }: { dataset: number; version: DatasetVersion; mayDownload: boolean }) {
  const { serverReachable, permissions } = useSession<Session>();
  const changed = useDatasetsChanged();
  const { uuid, state, deletable } = version;

  async function remove() {
    const answer = await callApi(CALLS.deleteDatasetVersion, { params: { id: String(dataset), version: uuid } });
    modals.closeAll();
    await changed();
    if (!answer.ok) showTrouble(versionFailureText(answer.failure));
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={actionsText(version)}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!serverReachable && <Menu.Label>{VERSION_TEXTS.needsServer}</Menu.Label>}
        {!deletable && <Menu.Label>{VERSION_TEXTS.notDeletable}</Menu.Label>}
        {state === 'frozen' && (
          <Menu.Item
            disabled={!serverReachable || !mayDownload}
            title={VERSION_TEXTS.listWhy}
            leftSection={<IconFileTypeCsv size={16} stroke={1.5} aria-hidden />}
            onClick={() => void downloadVersion('dataset-list', uuid)}
          >
            {VERSION_TEXTS.list}
          </Menu.Item>
        )}
        {state === 'frozen' && administersTeam(permissions) && (
          <Menu.Item
            disabled={!serverReachable || !mayDownload}
            title={VERSION_TEXTS.putWhy}
            leftSection={<IconFolderDown size={16} stroke={1.5} aria-hidden />}
            onClick={() => onceFacesMayLeave(dataset, version, { act: VERSION_TEXTS.facesPut, go: () => putVersion(uuid) })}
          >
            {VERSION_TEXTS.put}
          </Menu.Item>
        )}
        {deletable && (
          <Menu.Item
            disabled={!serverReachable}
            color="coral"
            leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
            onClick={() =>
              askFirst({
                title: deleteTitle(version),
                why: VERSION_TEXTS.deleteWhy,
                act: VERSION_TEXTS.delete,
                keep: VERSION_TEXTS.keep,
                onAct: remove,
              })
            }
          >
            {VERSION_TEXTS.deleteMenu}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface Leaving {
  /** Of the button that confirms. */
  act: string;
  go: () => Promise<void>;
}

/** Asks first where nobody has said yet that faces may leave. */
function onceFacesMayLeave(dataset: number, version: DatasetVersion, leaving: Leaving): void {
  if (version.faces === 0 || version.faces_confirmed !== null) void leaving.go();
  else
    modals.open({
      ...{ title: VERSION_TEXTS.facesTitle, size: 'md' },
      children: <ConfirmFaces dataset={dataset} version={version} leaving={leaving} />,
    });
}

interface ConfirmFacesProps {
  dataset: number;
  version: DatasetVersion;
  leaving: Leaving;
}

function ConfirmFaces({ dataset, version: { uuid, faces }, leaving }: ConfirmFacesProps) {
  const changed = useDatasetsChanged();
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    const answer = await callApi(CALLS.confirmFaces, { params: { id: String(dataset), version: uuid } });
    if (answer.ok) await leaving.go();
    else showTrouble(versionFailureText(answer.failure));
    modals.closeAll();
    await changed();
  }

  return (
    <Stack>
      <Text>{facesWhyText(faces)}</Text>
      <Group justify="flex-end">
        <Button variant="outline" loading={busy} onClick={() => void confirm()}>
          {leaving.act}
        </Button>
        <Button variant="default" onClick={() => modals.closeAll()} data-autofocus>
          {VERSION_TEXTS.cancel}
        </Button>
      </Group>
    </Stack>
  );
}
