// What the composition root may use of archives of personal data.
export { eraseExportsOf } from './exports.ts';
export { defineExportsJobs } from './jobs.ts';
export { exportsHandlers, registerExportServing } from './routes.ts';
