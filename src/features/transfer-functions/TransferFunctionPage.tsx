import { Button, Skeleton } from '@mantine/core';
import { IconCopy, IconFilterX } from '@tabler/icons-react';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import type { TransferFunction } from '#contract/transfer-functions.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { CurveChart } from './CurveChart.tsx';
import { CurveForm } from './CurveForm.tsx';
import { draftOf, drawnPoints, NEW_CURVE } from './curve-draft.ts';
import { copyName, rangeText, TEXTS } from './texts.ts';
import classes from './TransferFunctions.module.css';
import { useTransferFunctions } from './use-transfer-functions.ts';

const CREATE = 'create';

/** ROUTE-121: one transfer function. `create` is a new one, a copy of the one in `copy` if there is one. */
export function TransferFunctionPage() {
  const { serverReachable } = useSession<Session>();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { copy } = useSearch({ strict: false }) as { copy?: unknown };
  const functions = useTransferFunctions();
  const isNew = id === CREATE;
  const wanted = isNew ? copy : id;
  const found = functions.data?.data.filter((each) => String(each.id) === String(wanted));
  const title = isNew ? TEXTS.newFunction : (found?.[0]?.name ?? TEXTS.transferFunctions);
  const breadcrumb = [
    <Link key="list" to="/transfer-functions">
      {TEXTS.transferFunctions}
    </Link>,
  ];
  if (isNew && copy === undefined)
    return (
      <Page title={title} breadcrumb={breadcrumb}>
        <CurveForm base={null} start={NEW_CURVE} />
      </Page>
    );
  return (
    <Page title={title} breadcrumb={breadcrumb} actions={!isNew && found?.[0] && <CopyLink of={found[0]} />}>
      <ListStates
        list={{ ...functions, data: found && { data: found } }}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, functions.error) }}
        empty={
          <EmptyState icon={IconFilterX} title={TEXTS.notFound}>
            {TEXTS.notFoundWhy}
          </EmptyState>
        }
      >
        {(shown) => (shown?.[0] ? <One key={`${id} ${shown[0].id}`} of={shown[0]} isNew={isNew} /> : <Skeleton height={320} />)}
      </ListStates>
    </Page>
  );
}

function One({ of, isNew }: { of: TransferFunction; isNew: boolean }) {
  if (isNew) return <CurveForm base={null} start={{ ...of, name: copyName(of.name), modality: null }} />;
  return of.shipped ? <Shipped of={of} /> : <CurveForm base={of} start={of} />;
}

function CopyLink({ of }: { of: TransferFunction }) {
  return (
    <Button
      component={Link}
      to="/transfer-functions/$id"
      params={{ id: CREATE } as never}
      search={{ copy: of.id } as never}
      variant={of.shipped ? 'filled' : 'default'}
      leftSection={<IconCopy size={16} stroke={1.5} aria-hidden />}
    >
      {TEXTS.copy}
    </Button>
  );
}

function Shipped({ of }: { of: TransferFunction }) {
  const [points] = useState(() => drawnPoints(draftOf(of).points));
  return (
    <section className={classes.panel} aria-label={of.name}>
      <p className={classes.note}>{TEXTS.shippedWhy}</p>
      <CurveChart unit={of.unit} points={points} histogram={null} />
      <p className={classes.note}>{rangeText(of)}</p>
      <table className={classes.points}>
        <caption className={classes.caption}>{TEXTS.points}</caption>
        <thead>
          <tr>
            {[TEXTS.value, TEXTS.colour, TEXTS.opacity].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.points.map(({ value, color, opacity }) => (
            <tr key={value}>
              <td className={classes.figures}>{value}</td>
              <td>
                <code className={classes.code}>{color}</code>
              </td>
              <td className={classes.figures}>{Math.round(opacity * 100)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
