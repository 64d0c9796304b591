// What the composition root and other features may use of funds.
export { fundsHandlers } from './routes.ts';
