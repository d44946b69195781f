import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { PipelineChoices, PipelineProblem, PipelineStep, StepType } from '#contract/pipelines.ts';
import { problemText, STEP_NAMES, stepSummary, whenText } from '#model/pipelines/step-words.ts';
import { moved, newStep, without } from './pipeline-draft.ts';
import classes from './Pipelines.module.css';
import { STEP_ICONS } from './step-icons.ts';
import { StepFields } from './StepFields.tsx';
import { stepNumber, TEXTS } from './texts.ts';
import { WhenFields } from './WhenFields.tsx';

interface StepsEditorProps {
  steps: readonly PipelineStep[];
  choices: PipelineChoices;
  modality: string;
  problems: readonly PipelineProblem[];
  /** Id of the step whose fields are shown. */
  open: string | null;
  onOpen: (id: string | null) => void;
  onChange: (steps: PipelineStep[]) => void;
}

/** The ordered list of steps: one is open at a time. Arrows move a step, on a keyboard as with a finger. */
export function StepsEditor({ steps, choices, modality, problems, open, onOpen, onChange }: StepsEditorProps) {
  const replace = (step: PipelineStep) => onChange(steps.map((each) => (each.id === step.id ? step : each)));
  return (
    <ol className={classes.steps}>
      {steps.map((step, at) => {
        const StepIcon = STEP_ICONS[step.type];
        const isOpen = step.id === open;
        const own = problems.filter((problem) => problem.step === step.id);
        const name = `${stepNumber(at)}, ${STEP_NAMES[step.type]}`;
        const Chevron = isOpen ? IconChevronUp : IconChevronDown;
        return (
          <li key={step.id} id={`step-${step.id}`} data-open={isOpen || undefined} className={classes.step}>
            <UnstyledButton className={classes.stepHead} aria-expanded={isOpen} onClick={() => onOpen(isOpen ? null : step.id)}>
              <span className={classes.number}>{at + 1}</span>
              <StepIcon size={18} stroke={1.5} aria-hidden />
              <span className={classes.stepWords}>
                <strong>{STEP_NAMES[step.type]}</strong> <bdi className={classes.dim}>{stepSummary(step, choices)}</bdi>
              </span>
              {step.when && <span className={classes.when}>{whenText(step.when, steps, choices)}</span>}
              {own.length > 0 && (
                <IconAlertTriangle className={classes.warn} size={18} stroke={1.5} role="img" aria-label={TEXTS.problems} />
              )}
              <Chevron size={16} stroke={1.5} aria-hidden />
            </UnstyledButton>
            {isOpen && (
              <div className={classes.stepBody}>
                {own.map((problem) => (
                  <p key={`${problem.code} ${problem.values.join(' ')}`} className={classes.fault}>
                    {problemText(problem)}
                  </p>
                ))}
                <StepFields step={step} choices={choices} before={steps.slice(0, at)} modality={modality} onChange={replace} />
                <WhenFields step={step} before={steps.slice(0, at)} choices={choices} modality={modality} onChange={replace} />
                <div className={classes.stepActs}>
                  <ActionIcon
                    aria-label={`${TEXTS.moveUp}: ${name}`}
                    disabled={at === 0}
                    onClick={() => onChange(moved(steps, at, at - 1))}
                  >
                    <IconArrowUp size={16} stroke={1.5} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={`${TEXTS.moveDown}: ${name}`}
                    disabled={at === steps.length - 1}
                    onClick={() => onChange(moved(steps, at, at + 1))}
                  >
                    <IconArrowDown size={16} stroke={1.5} aria-hidden />
                  </ActionIcon>
                  <Button
                    variant="subtle"
                    color="coral"
                    leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
                    onClick={() => onChange(without(steps, step.id))}
                  >
                    {TEXTS.remove}
                  </Button>
                </div>
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Adds a step at the end, and opens it. */
export function AddStep({ steps, onAdd }: { steps: readonly PipelineStep[]; onAdd: (step: PipelineStep) => void }) {
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}>
          {TEXTS.addStep}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(STEP_NAMES) as StepType[]).map((type) => {
          const StepIcon = STEP_ICONS[type];
          return (
            <Menu.Item key={type} leftSection={<StepIcon size={16} stroke={1.5} aria-hidden />} onClick={() => onAdd(newStep(type, steps))}>
              {STEP_NAMES[type]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
