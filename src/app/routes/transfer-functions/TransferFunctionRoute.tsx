export { TransferFunctionPage as TransferFunctionRoute } from '#features/transfer-functions/TransferFunctionPage.tsx';
