// What the composition root may use of help.
export { helpHandlers } from './routes.ts';
