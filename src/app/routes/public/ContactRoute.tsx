export { ContactPage as ContactRoute } from '#features/site/ContactPage.tsx';
