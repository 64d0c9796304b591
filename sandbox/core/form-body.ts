// Body parser for forms and OAuth clients.
import type { FastifyInstance } from 'fastify';

/** Parses application/x-www-form-urlencoded; of repeated names the last counts. */
export const acceptForms = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
};
