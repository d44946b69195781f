export { PromptPage as PromptRoute } from '#features/prompts/PromptPage.tsx';
