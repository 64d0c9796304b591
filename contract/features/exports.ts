// /exports: all personal data that is stored about me, as one archive. Source: LGPD (Lei
// 13.709/2018), article 18.
import { z } from 'zod';
import { route } from '../route.ts';
import { instant, uuid } from '../wire.ts';

const exportSchema = z
  .object({
    id: uuid(),
    state: z.enum(['queued', 'ready', 'failed']),
    requestedAt: instant,
    bytes: z.int().nullable(),
    /** When the archive goes. */
    expiresAt: instant.nullable(),
  })
  .meta({ id: 'DataExport' });

export const exportsRoutes = {
  'GET /exports': route({
    id: 'exports.latest',
    summary: 'The archive I asked for last; null when there is none',
    auth: 'member',
    reply: exportSchema.nullable(),
  }),
  'POST /exports': route({
    idempotency: 'remembered',
    id: 'exports.ask',
    summary:
      'Asks for an archive of all personal data that is stored about me; an email says when it is ready. It takes the place of an older one',
    auth: 'member',
    reply: exportSchema,
    errors: ['stepUp.required', 'export.underWay'],
    perMinute: 5,
  }),
  'GET /exports/{id}/address': route({
    id: 'exports.address',
    summary: 'An address that gives the archive to its owner, in this session, for some minutes',
    auth: 'member',
    params: z.object({ id: uuid() }),
    reply: z.object({ url: z.string() }),
    errors: ['stepUp.required', 'export.notFound'],
    perMinute: 20,
  }),
};
