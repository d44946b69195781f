import { useParams } from '@tanstack/react-router';
import { IconLock } from '@tabler/icons-react';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { StructureForm } from './StructureForm.tsx';
import { OF_TEAM } from './structure-scope.ts';
import { StructuresCrumb } from './StructuresCrumb.tsx';
import { StructureStates } from './StructureStates.tsx';
import { TEXTS } from './texts.ts';

/** ROUTE-040, 103: a new structure, or the one in the address. */
export function StructureFormPage() {
  const { detail } = useParams({ strict: false }) as { detail?: string };
  if (detail === undefined)
    return (
      <Page title={TEXTS.newStructure} breadcrumb={[<StructuresCrumb key="structures" />]} width="text">
        <StructureForm base={null} scope={OF_TEAM} />
      </Page>
    );
  return (
    <StructureStates title={TEXTS.editStructure} width="text">
      {(structure) =>
        structure.shipped ? (
          <Note tone="you" icon={IconLock} title={TEXTS.ofAllTeamsWhy} />
        ) : (
          <StructureForm key={structure.id} base={structure} scope={OF_TEAM} />
        )
      }
    </StructureStates>
  );
}
