import { PipelineDefinition } from '#contract/pipelines.ts';

export const definitionOf = ({ definition }: { definition: string }): PipelineDefinition =>
  PipelineDefinition.parse(JSON.parse(definition));
