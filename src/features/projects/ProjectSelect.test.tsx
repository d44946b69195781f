import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ProjectSelect } from './ProjectSelect.tsx';

it('prompts for a project when none is chosen [PROJ-01]', () => {
  const field = renderToStaticMarkup(
    <MantineProvider>
      <ProjectSelect label="Projects" projects={[]} onAdd={() => {}} onRemove={() => {}} />
    </MantineProvider>,
  );
  expect(field).toContain('placeholder="Select project"');
});
