import { numberIn } from '#model/addresses/number-in.ts';
import { isGone } from '#api/failure-status.ts';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconBox } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { AiModelDetail, AiModelVersion } from '#contract/ai/models.ts';
import { notUseful } from '#model/ai/held-out.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { OneStates } from '#ui/lists/OneStates.tsx';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import type { AskForAnnotation } from './ask-for-annotation.ts';
import { DecideVersion } from './DecideVersion.tsx';
import { HeldOut } from './HeldOut.tsx';
import { HeldOutCases } from './HeldOutCases.tsx';
import { InUse } from './InUse.tsx';
import { ModelAbout } from './ModelAbout.tsx';
import { ModelActions } from './ModelActions.tsx';
import classes from './Models.module.css';
import { parseVersions } from './models-address.ts';
import { ModelsCrumb } from './ModelsCrumb.tsx';
import { NextCases } from './NextCases.tsx';
import { TEXTS, USEFUL_WORDS, versionText } from './texts.ts';
import { useModel } from './use-models.ts';
import { Versions } from './Versions.tsx';

/** ROUTE-072, 079: a model, and one of its versions. */
export function ModelPage({ ask }: { ask: AskForAnnotation }) {
  const { id: inPath } = useParams({ strict: false }) as { id?: string };
  const query = useSearch({ strict: false }) as Record<string, unknown>;
  const id = numberIn(inPath ?? query['id']);
  const model = useModel(id);
  const shown = model.data && shownVersion(model.data, parseVersions(query).version);
  return (
    <Page
      title={model.data?.name ?? TEXTS.models}
      breadcrumb={[<ModelsCrumb key="models" />]}
      aside={model.data && <Aside model={model.data} version={shown ?? null} />}
      actions={model.data && <ModelActions key={model.data.id} model={model.data} version={shown ?? null} />}
    >
      <OneStates
        query={model}
        isGone={id === null || isGone(model.error)}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.modelFailed, model.error) }}
      >
        {(found) => (found === undefined ? <Skeleton height={480} /> : <OneModel model={found} version={shown ?? null} ask={ask} />)}
      </OneStates>
    </Page>
  );
}

/** The version of the address, else the newest. */
const shownVersion = ({ versions }: AiModelDetail, number: number | null): AiModelVersion | undefined =>
  versions.find((version) => version.number === number) ?? versions[0];

function Aside({
  model: { structure_id: structure, structure_name: name, versions },
  version,
}: {
  model: AiModelDetail;
  version: AiModelVersion | null;
}) {
  const { permissions } = useSession<Session>();
  const navigate = useNavigate();
  return (
    <span className={classes.aside}>
      {structure !== null && permissions.has('r:structures') ? (
        <Link className={classes.chip} to="/structures/detail/$detail" params={{ detail: String(structure) } as never}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <span className={classes.chip}>
          <bdi>{name}</bdi>
        </span>
      )}
      {version !== null && (
        <NativeSelect
          aria-label={TEXTS.version}
          value={String(version.number)}
          data={versions.map(({ number }) => ({ value: String(number), label: versionText(number) }))}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              to: '.',
              search: ((before: Record<string, unknown>) => ({ ...before, version: Number(value), with: undefined })) as never,
            })
          }
        />
      )}
    </span>
  );
}

function OneModel({ model, version, ask }: { model: AiModelDetail; version: AiModelVersion | null; ask: AskForAnnotation }) {
  const { permissions } = useSession<Session>();
  const { with: other } = useSearch({ strict: false }) as { with?: unknown };
  if (version === null)
    return (
      <div className={classes.single}>
        <ModelAbout model={model} version={null} />
        <div className={classes.panel}>
          <EmptyState
            icon={IconBox}
            title={TEXTS.noVersions}
            action={
              permissions.has('r:ai-trainings') && (
                <Button component={Link} to="/ai2-trainings/create" search={{ model: model.id } as never}>
                  {TEXTS.train}
                </Button>
              )
            }
          >
            {TEXTS.noVersionsWhy}
          </EmptyState>
        </div>
      </div>
    );
  const useless = notUseful(version.report);
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        {useless !== null && (
          <Note tone="you" icon={IconAlertTriangle} title={TEXTS.notUseful}>
            {USEFUL_WORDS[useless]}
          </Note>
        )}
        <ModelAbout model={model} version={version} />
        <HeldOut key={version.uuid} model={model} version={version} other={numberIn(other)} />
        {version.report !== null && <HeldOutCases key={`cases ${version.uuid}`} model={model} version={version} />}
        {model.promoted !== null && <NextCases key={`next ${model.promoted.version}`} model={model.id} ask={ask} />}
      </div>
      <div className={classes.column}>
        <Versions model={model} shown={version} />
        <InUse model={model} />
        <DecideVersion key={version.uuid} model={model} version={version} />
      </div>
    </div>
  );
}
