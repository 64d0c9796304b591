// Cloudflare Turnstile at its real paths, for development and tests: the script, siteverify, and
// the frame that the script opens.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import type { SandboxContext } from '../core/order-store.ts';
import { framePage, SCRIPT } from './pages.ts';
import { createTurnstile, type TurnstileSite } from './site.ts';

const tokenSchema = z.object({
  sitekey: z.string().min(1),
  hostname: z.string().min(1),
  action: z.string().regex(/^[A-Za-z0-9_-]{0,32}$/),
});
const verifySchema = z.object({
  secret: z.string().optional(),
  response: z.string().optional(),
  remoteip: z.union([z.ipv4(), z.ipv6()]).optional(),
  idempotency_key: z.uuid().optional(),
});

export const turnstileRoutes =
  ({ clock, faults }: SandboxContext, site: TurnstileSite) =>
  async (app: FastifyInstance): Promise<void> => {
    const turnstile = createTurnstile(site, clock);
    await app.register(async (verifying) => {
      applyFaults(verifying, faults);
      verifying.post('/turnstile/v0/siteverify', async ({ body }, reply) => {
        const given = verifySchema.safeParse(body);
        if (!given.success)
          return reply.code(400).send({ success: false, 'error-codes': ['bad-request'] });
        const { secret, response, idempotency_key } = given.data;
        return turnstile.verify({
          ...(secret !== undefined && { secret }),
          ...(response !== undefined && { response }),
          ...(idempotency_key !== undefined && { idempotency_key }),
        });
      });
    });
    app.get('/turnstile/v0/api.js', async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(SCRIPT),
    );
    app.get('/turnstile/frame', async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64');
      return reply
        .type('text/html; charset=utf-8')
        .header(
          'content-security-policy',
          `default-src 'none'; connect-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`,
        )
        .send(framePage(nonce));
    });
    app.get<{ Params: { key: string } }>('/turnstile/sites/:key', async ({ params: { key } }) => ({
      behaviour: turnstile.behaviour(key) ?? 'fails',
    }));
    app.post('/turnstile/token', async ({ body }, reply) => {
      const given = tokenSchema.safeParse(body);
      const behaviour = given.success && turnstile.behaviour(given.data.sitekey);
      if (!given.success || !behaviour || behaviour === 'fails')
        return reply.code(400).send({ error: 'no token for this site' });
      return { token: turnstile.issue(given.data.sitekey, given.data.hostname, given.data.action) };
    });
  };
