import { IconFilterX } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { withStatus } from '#api/failure-texts.ts';
import type { Structure } from '#contract/structures.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { StructuresCrumb } from './StructuresCrumb.tsx';
import { TEXTS } from './texts.ts';
import { useStructure } from './use-structures.ts';

interface StructureStatesProps {
  /** The title of the structure by default. */
  title?: string;
  /** The list of structures of the team by default. */
  crumb?: ReactNode;
  width: 'text' | 'list';
  children: (structure: Structure) => ReactNode;
}

/** The page of the structure in the address, in each of its states. */
export function StructureStates({ title, crumb = <StructuresCrumb key="structures" />, width, children }: StructureStatesProps) {
  const { serverReachable } = useSession<Session>();
  const { detail = '' } = useParams({ strict: false }) as { detail?: string };
  const structure = useStructure(detail);
  return (
    <Page title={title ?? structure.data?.data[0]?.title ?? TEXTS.structures} breadcrumb={[crumb]} width={width}>
      <ListStates
        list={structure}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, structure.error) }}
        empty={
          <EmptyState icon={IconFilterX} title={TEXTS.notFound}>
            {TEXTS.notFoundWhy}
          </EmptyState>
        }
      >
        {(found) => (found?.[0] ? children(found[0]) : <Skeleton height={240} />)}
      </ListStates>
    </Page>
  );
}
