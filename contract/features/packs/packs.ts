// /dsb/packs: the archive of a month for the acquirer (Mastercard AN 5196, Visa VIRP), the DSA and
// the ECA Digital, with a signed manifest.
import { z } from 'zod';
import { route } from '../../route.ts';
import { instant, page, uuid } from '../../wire.ts';
import { monthSchema } from '../transparency/figures.ts';

const packSchema = z
  .object({
    id: uuid(),
    month: monthSchema,
    state: z.enum(['queued', 'ready', 'failed']),
    requestedAt: instant,
    readyAt: instant.nullable(),
    bytes: z.int().nullable(),
    partial: z.boolean().meta({ description: 'made before its month was over' }),
    sha256: z.string().nullable().meta({ description: 'of the archive, hexadecimal' }),
  })
  .meta({ id: 'MonthlyPack' });

export const packsRoutes = {
  'GET /dsb/packs': route({
    id: 'dsb.packs',
    summary: 'Monthly packs, newest first',
    auth: 'admin',
    right: 'packs.decide',
    query: z.object(page(20, 100)),
    reply: z.array(packSchema),
    list: 'offset',
    perMinute: 60,
  }),
  'POST /dsb/packs': route({
    stepUp: true,
    idempotency: 'remembered',
    id: 'dsb.makePack',
    summary:
      'Makes the pack of a month that is over, or a partial one of the running month; a job gathers it',
    auth: 'admin',
    right: 'packs.decide',
    body: z.object({ month: monthSchema }),
    example: { month: '2026-10' },
    reply: packSchema,
    errors: ['pack.underWay'],
    perMinute: 10,
  }),
  'GET /dsb/packs/{id}/file': route({
    id: 'dsb.packFile',
    summary: 'The archive; each download is recorded',
    auth: 'admin',
    right: 'packs.decide',
    params: z.object({ id: uuid() }),
    reply: z.null(),
    file: 'application/zip',
    errors: ['pack.notFound'],
    perMinute: 20,
  }),
  'GET /publics/packs/key': route({
    id: 'packs.key',
    summary: 'The public key of the signatures of monthly packs',
    auth: 'public',
    reply: z.object({
      algorithm: z.literal('Ed25519'),
      publicKey: z.string().meta({ description: 'SubjectPublicKeyInfo, DER, base64' }),
    }),
  }),
  'GET /publics/packs/verifier': route({
    id: 'packs.verifier',
    summary:
      'The program that checks a monthly pack on the own computer: node verify-pack.mjs FILE [--month YYYY-MM] [--key PUBLIC-KEY]',
    auth: 'public',
    reply: z.null(),
    file: 'text/javascript',
    perMinute: 30,
  }),
};
