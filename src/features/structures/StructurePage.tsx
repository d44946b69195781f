import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Structure } from '#contract/structures.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { formatCount } from '#ui/format.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Swatch } from '#ui/Swatch.tsx';
import classes from './Structures.module.css';
import { StructureStates } from './StructureStates.tsx';
import { codeText, deleteTitle, failureText, originDetail, TEXTS } from './texts.ts';
import { useAskAgain, useSegmentationsOf } from './use-structures.ts';

/** ROUTE-041: one structure. A shipped one can only be read. */
export function StructurePage() {
  return <StructureStates width="text">{(structure) => <OneStructure key={structure.id} structure={structure} />}</StructureStates>;
}

function OneStructure({ structure }: { structure: Structure }) {
  const { id, slug, title, category, color, codes, shipped } = structure;
  const coded = [
    [TEXTS.codeCategory, codes.category],
    [TEXTS.type, codes.type],
    [TEXTS.modifier, codes.modifier],
    [TEXTS.laterality, codes.laterality],
  ] as const;
  return (
    <section className={classes.panel} aria-label={title}>
      <dl className={classes.facts}>
        <Fact name={TEXTS.slug}>
          <code className={classes.code}>{slug}</code>
        </Fact>
        <Fact name={TEXTS.category}>{category.title}</Fact>
        <Fact name={TEXTS.colour}>
          <span className={classes.name}>
            <Swatch color={color} />
            <code className={classes.code}>{color}</code>
          </span>
        </Fact>
        <Fact name={TEXTS.origin}>{originDetail(structure)}</Fact>
        <Segmentations slug={slug} />
      </dl>
      <h2 className={classes.heading}>{TEXTS.codes}</h2>
      <dl className={classes.facts}>
        {coded.map(([name, code]) => (
          <Fact key={name} name={name}>
            {code === null ? <span className={classes.dim}>{TEXTS.none}</span> : codeText(code)}
          </Fact>
        ))}
      </dl>
      {!shipped && <Actions id={String(id)} title={title} isDeletable={structure.deletable} />}
    </section>
  );
}

/** Those that this user may see. */
function Segmentations({ slug }: { slug: string }) {
  const { permissions } = useSession<Session>();
  const maySee = permissions.has('r:segmentations');
  const { data, isError } = useSegmentationsOf(slug, maySee);
  if (!maySee || (data === undefined && isError)) return null;
  // The row is there before its number: what is below it, such as a button, must not move.
  if (data === undefined) return <Fact name={TEXTS.segmentations}>{'\u00a0'}</Fact>;
  const total = formatCount(data.total);
  return (
    <Fact name={TEXTS.segmentations}>
      {data.total === 0 ? (
        <span className={classes.dim}>{TEXTS.none}</span>
      ) : (
        <Link to="/segmentations" search={{ structure: slug } as never} aria-label={`${TEXTS.segmentations}: ${total}`}>
          {total}
        </Link>
      )}
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Actions({ id, title, isDeletable }: { id: string; title: string; isDeletable: boolean }) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const askAgain = useAskAgain();
  const [failure, setFailure] = useState<ApiFailure | null>(null);

  async function remove() {
    const answer = await callApi(CALLS.deleteStructure, { params: { id } });
    modals.closeAll();
    if (!answer.ok) return setFailure(answer.failure);
    await navigate({ to: '/structures' });
    await askAgain();
  }

  return (
    <>
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
      {!isDeletable && <p className={classes.note}>{TEXTS.notDeletable}</p>}
      <div className={classes.actions}>
        {isDeletable && (
          <ServerButton
            serverReachable={serverReachable}
            why={TEXTS.needsServer}
            variant="outline"
            color="coral"
            onClick={() =>
              askFirst({ title: deleteTitle(title), why: TEXTS.deleteWhy, act: TEXTS.delete, keep: TEXTS.keep, onAct: remove })
            }
          >
            {TEXTS.delete}
          </ServerButton>
        )}
        <Button component={Link} to="/structures/detail/$detail/edit" params={{ detail: id } as never}>
          {TEXTS.edit}
        </Button>
      </div>
    </>
  );
}
