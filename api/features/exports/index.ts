// What the composition root may use of archives of personal data.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { eraseExportsOf } from './exports.ts';
import { defineExportsJobs } from './jobs.ts';
import { exportsHandlers, registerExportServing } from './routes.ts';

/** Archives of personal data. Not called `exports`, a reserved name in CommonJS. */
export const dataExports = defineFeature({
  name: 'exports',
  emails,
  texts,
  handlers: exportsHandlers,
  jobs: defineExportsJobs,
  serve: (server, ctx, { auth }) => registerExportServing(server, ctx, auth.authenticate),
  personalData: [
    {
      text: 'data.exports',
      tables: ['data_exports'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseExportsOf],
    },
  ],
});
