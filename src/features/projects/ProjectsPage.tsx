import { Button } from '@mantine/core';
import { IconLayoutKanban, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { LIMITS } from '#contract/limits.ts';
import { PROJECT_STATES } from '#contract/projects.ts';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { PAGE_TEXTS as TEXTS } from './page-texts.ts';
import { ALL_PROJECTS, isFiltered, parseProjectsAddress, projectsAddressToQuery, type ProjectsAddress } from './projects-address.ts';
import { ProjectStateMark } from './ProjectStateMark.tsx';
import { ProjectsTable } from './ProjectsTable.tsx';
import { stateText } from './texts.ts';
import { useProjectList } from './use-project-pages.ts';

/** ROUTE-023: the projects of the team. Page and filters are in the address. */
export function ProjectsPage() {
  const address = parseProjectsAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const projects = useProjectList(address);

  function show(next: ProjectsAddress, options: { replace?: boolean } = {}) {
    void navigate({ to: '/project', search: projectsAddressToQuery(next), ...options });
  }

  const create = (
    <Button component={Link} to="/project/create" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}>
      {TEXTS.newProject}
    </Button>
  );
  const isEmpty = projects.data?.total === 0 && !isFiltered(address);
  return (
    <ListPage
      title={TEXTS.projects}
      actions={!isEmpty && create}
      list={projects}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, projects.error) }}
      search={{
        label: TEXTS.search,
        value: address.search,
        onSearch: (search) => show({ ...address, search, page: 1 }, { replace: true }),
      }}
      filters={
        <StateFilter
          label={TEXTS.state}
          states={[
            { value: null, label: TEXTS.anyState },
            ...PROJECT_STATES.map((state) => ({ value: state, label: stateText(state), shown: <ProjectStateMark state={state} /> })),
          ]}
          chosen={address.state}
          onChoose={(state) => show({ ...address, state, page: 1 })}
        />
      }
      onPage={(page) => show({ ...address, page })}
      empty={{ icon: IconLayoutKanban, title: TEXTS.empty, why: TEXTS.emptyWhy, action: create }}
      narrowed={
        isFiltered(address)
          ? {
              title: TEXTS.nothingFound,
              by: narrowedBy(address, address.state === null ? [] : [stateText(address.state)]),
              onClear: () => show(ALL_PROJECTS),
            }
          : null
      }
    >
      {(rows) => <ProjectsTable projects={rows} rows={LIMITS.projectsPerPage} />}
    </ListPage>
  );
}
