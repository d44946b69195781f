import { Anchor } from '@mantine/core';
import { IconLayoutGrid, type Icon } from '@tabler/icons-react';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './ModulesPage.module.css';
import { TextPage } from './TextPage.tsx';
import { purposeOf, TEXTS } from './texts.ts';

/** An area of the product, as the sidebar names it. */
export interface Module {
  path: string;
  label: string;
  icon: Icon;
}

interface ModulesPageProps {
  /** Those that this user may open; all of them for a guest. */
  modules: readonly Module[];
  /** Whether they are links. */
  canOpen: boolean;
  /** Guests see a sign-in link. */
  signsIn: boolean;
}

/** `/modules`: what each area is for. */
export function ModulesPage({ modules, canOpen, signsIn }: ModulesPageProps) {
  return (
    <TextPage title={TEXTS.modules} note={TEXTS.modulesNote}>
      {modules.length === 0 ? (
        <EmptyState icon={IconLayoutGrid} title={TEXTS.noModules}>
          {TEXTS.noModulesNote}
        </EmptyState>
      ) : (
        <ul className={classes.modules}>
          {modules.map(({ path, label, icon: ModuleIcon }) => (
            <li key={path} className={classes.module}>
              <ModuleIcon size={20} stroke={1.5} aria-hidden />
              <div>
                <h2 className={classes.name}>
                  {canOpen ? (
                    <a href={path} className={classes.link}>
                      {label}
                    </a>
                  ) : (
                    label
                  )}
                </h2>
                <p className={classes.text}>{purposeOf(path)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {signsIn && (
        <p className={classes.signIn}>
          <Anchor href="/login" underline="always">
            {TEXTS.signIn}
          </Anchor>
        </p>
      )}
    </TextPage>
  );
}
