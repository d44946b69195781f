import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Blueprint, PipelineChoices } from '#contract/pipelines.ts';
import { translated } from '#language/t.ts';
import type { BlueprintValues } from '#model/pipelines/blueprints.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { HolderField } from './HolderField.tsx';
import classes from './Pipelines.module.css';
import { TEXTS, wordsOf } from './texts.ts';

interface FillBlueprintProps {
  blueprint: Blueprint;
  choices: PipelineChoices;
  /** False: the values make no pipeline. */
  onFill: (values: BlueprintValues) => boolean;
}

/** Asks for what a blueprint leaves open. */
export function FillBlueprint({ blueprint, choices, onFill }: FillBlueprintProps) {
  const { title, description } = wordsOf(blueprint);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const [isWrong, setWrong] = useState(false);
  const lists = { model: choices.models, label: choices.labels, project: choices.projects, dataset: choices.datasets };
  const set = (name: string, value: unknown) => {
    setWrong(false);
    setValues((before) => ({ ...before, [name]: value }));
  };
  function fill(event: FormEvent) {
    event.preventDefault();
    setWrong(!onFill(values));
  }
  return (
    <form className={classes.fill} noValidate onSubmit={fill}>
      <h2 className={classes.cardTitle}>{title}</h2>
      <p className={classes.none}>{description}</p>
      {blueprint.parameters.map(({ name, title: label, kind }) =>
        kind === 'holder' ? (
          <HolderField
            key={name}
            label={translated(label)}
            choices={choices}
            value={(values[name] as { person: number } | undefined) ?? null}
            onChange={(to) => set(name, to)}
          />
        ) : (
          <ChoiceField
            key={name}
            label={translated(label)}
            of={lists[kind]}
            value={(values[name] as number | undefined) ?? 0}
            onChange={(id) => set(name, id)}
          />
        ),
      )}
      {isWrong && (
        <p className={classes.fault} role="alert">
          {TEXTS.notFilled}
        </p>
      )}
      <div className={classes.saveBar}>
        <Button type="submit">{TEXTS.fill}</Button>
      </div>
    </form>
  );
}
