export { PromptsPage as PromptsRoute } from '#features/prompts/PromptsPage.tsx';
