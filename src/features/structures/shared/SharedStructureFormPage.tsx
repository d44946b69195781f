import { IconLock } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { StructureForm } from '#features/structures/StructureForm.tsx';
import { OF_ALL_TEAMS } from '#features/structures/structure-scope.ts';
import { StructureStates } from '#features/structures/StructureStates.tsx';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { SharedCrumb } from './SharedNav.tsx';
import { SHARED_TEXTS } from './texts.ts';

/** ROUTE-122: a new structure of all teams, or the one in the address. */
export function SharedStructureFormPage() {
  const { detail } = useParams({ strict: false }) as { detail?: string };
  const crumb = <SharedCrumb key="shared" />;
  if (detail === undefined)
    return (
      <Page title={SHARED_TEXTS.newStructure} breadcrumb={[crumb]} width="text">
        <StructureForm base={null} scope={OF_ALL_TEAMS} />
      </Page>
    );
  return (
    <StructureStates title={SHARED_TEXTS.editStructure} crumb={crumb} width="text">
      {(structure) =>
        structure.shipped ? (
          <StructureForm key={structure.id} base={structure} scope={OF_ALL_TEAMS} />
        ) : (
          <Note tone="you" icon={IconLock} title={SHARED_TEXTS.ofTeam} />
        )
      }
    </StructureStates>
  );
}
