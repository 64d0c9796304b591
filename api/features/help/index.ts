// What the composition root may use of help.
export { exportTicketsOf } from './export-store.ts';
export { helpHandlers } from './routes.ts';
export { eraseTicketsOf } from './tickets.ts';
