// Yoti's age verification service at its documented paths: sessions, their results, and a page with
// the results that a tester can choose. https://developers.yoti.com/age-verification
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import type { SandboxContext } from '../core/order-store.ts';
import { html, page, send } from '../pages/html.ts';

export type YotiClient = { sdkId: string; apiKey: string };

const METHODS = ['age_estimation', 'doc_scan', 'digital_id'] as const;
const method = z.object({ allowed: z.boolean(), threshold: z.int().min(1).max(120) }).loose();
const sessionSchema = z
  .object({
    type: z.literal('OVER'),
    ttl: z.int().min(60).max(2_592_000),
    callback: z.object({ url: z.url(), auto: z.boolean() }),
    cancel_url: z.url(),
    synchronous_checks: z.boolean().optional(),
    age_estimation: method.optional(),
    doc_scan: method.optional(),
    digital_id: method.optional(),
  })
  .loose();
type Session = z.output<typeof sessionSchema> & {
  id: string;
  status: string;
  method: string;
  expiresAt: Date;
};

const STATUSES = {
  COMPLETE: 'Idade acima do limite',
  FAIL: 'Idade abaixo do limite',
  ERROR: 'Documento ou rosto não reconhecido',
  IN_PROGRESS: 'Ainda em análise',
  CANCELLED: 'Cancelar',
} as const;
const answerSchema = z.object({
  sessionId: z.uuid(),
  status: z.enum(Object.keys(STATUSES) as [keyof typeof STATUSES, ...(keyof typeof STATUSES)[]]),
});

const allowedIn = (session: Session) => METHODS.filter((name) => session[name]?.allowed === true);

const choicePage = (session: Session): string =>
  page(
    'Yoti de testes',
    html`<section class="card"><h1>Yoti de testes</h1><p><b>${new URL(session.callback.url).host}</b> pergunta se você tem a idade mínima. Formas: ${allowedIn(session).join(', ')}.</p>
${Object.entries(STATUSES).map(([status, text]) => html`<p><a class="button quiet" href="/age/yoti/answer?sessionId=${session.id}&status=${status}">${text}</a></p>`)}</section>`,
  );

export const yotiRoutes =
  ({ clock, faults }: Pick<SandboxContext, 'clock' | 'faults'>, client: YotiClient) =>
  async (app: FastifyInstance): Promise<void> => {
    applyFaults(app, faults);
    const sessions = new Map<string, Session>();
    const isKnown = ({ headers }: FastifyRequest): boolean =>
      headers.authorization === `Bearer ${client.apiKey}` &&
      headers['yoti-sdk-id'] === client.sdkId;

    app.post('/age/yoti/api/v1/sessions', async (request, reply) => {
      if (!isKnown(request)) return reply.code(401).send({ error_code: 'UNAUTHORIZED' });
      const given = sessionSchema.safeParse(request.body);
      if (!given.success) return reply.code(400).send({ error_code: 'BAD_REQUEST' });
      const session = {
        ...given.data,
        id: randomUUID(),
        status: 'PENDING',
        method: '',
        expiresAt: new Date(clock.now().getTime() + given.data.ttl * 1_000),
      };
      sessions.set(session.id, session);
      return reply
        .code(201)
        .send({ id: session.id, status: 'PENDING', expires_at: session.expiresAt.toISOString() });
    });
    app.get<{ Params: { id: string } }>(
      '/age/yoti/api/v1/sessions/:id/result',
      async (request, reply) => {
        const session = sessions.get(request.params.id);
        if (!isKnown(request) || !session) return reply.code(403).send({ error_code: 'FORBIDDEN' });
        const expired = session.status === 'PENDING' && session.expiresAt <= clock.now();
        const { expiresAt, ...rest } = session;
        return {
          ...rest,
          sdk_id: client.sdkId,
          status: expired ? 'EXPIRED' : session.status,
          age: session[allowedIn(session)[0] ?? 'doc_scan']?.threshold ?? 0,
          expires_at: expiresAt.toISOString(),
        };
      },
    );
    app.get<{ Querystring: { sessionId?: string; sdkId?: string } }>(
      '/age/yoti',
      async ({ query: { sessionId = '', sdkId } }, reply) => {
        const session = sessions.get(sessionId);
        return session && sdkId === client.sdkId
          ? send(reply, 200, choicePage(session))
          : reply.code(404).send({ error_code: 'NOT_FOUND' });
      },
    );
    app.get('/age/yoti/answer', async ({ query }, reply) => {
      const { sessionId, status } = answerSchema.parse(query);
      const session = sessions.get(sessionId);
      if (!session) return reply.code(404).send({ error_code: 'NOT_FOUND' });
      Object.assign(session, { status, method: allowedIn(session)[0]?.toUpperCase() ?? '' });
      const back = new URL(status === 'CANCELLED' ? session.cancel_url : session.callback.url);
      back.searchParams.set('sessionId', sessionId);
      return reply.redirect(back.href);
    });
  };
