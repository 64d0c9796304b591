// PUT, GET and DELETE of /webhookrec and /webhookcobr.
import type { FastifyInstance } from 'fastify';
import { findWebhookOf, putWebhookOf, removeWebhookOf, type Subject } from '../notices.ts';
import type { Bank } from '../payments.ts';
import type { WithScope } from '../routes.ts';
import { webhookUrlOf } from '../webhook-address.ts';

type Guards = Record<'read' | 'write', ReturnType<WithScope>>;

export const notifyWhere = (
  app: FastifyInstance,
  bank: Bank,
  subject: Subject,
  { read, write }: Guards,
): void => {
  app.put(`/webhook${subject}`, write, async (request) => {
    putWebhookOf(bank, subject, webhookUrlOf(request));
    return findWebhookOf(bank, subject);
  });
  app.get(`/webhook${subject}`, read, async () => findWebhookOf(bank, subject));
  app.delete(`/webhook${subject}`, write, async (_request, reply) => {
    removeWebhookOf(bank, subject);
    return reply.code(204).send();
  });
};
