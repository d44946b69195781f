export { TransferFunctionsPage as TransferFunctionsRoute } from '#features/transfer-functions/TransferFunctionsPage.tsx';
