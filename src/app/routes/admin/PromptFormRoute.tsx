export { PromptFormPage as PromptFormRoute } from '#features/prompts/PromptFormPage.tsx';
