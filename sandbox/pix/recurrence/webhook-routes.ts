// PUT, GET and DELETE of /webhookrec and /webhookcobr.
import type { FastifyInstance } from 'fastify';
import {
  findRecurrenceWebhook,
  putRecurrenceWebhook,
  removeRecurrenceWebhook,
  type RecurrenceTopic,
} from '../notifications.ts';
import type { Bank } from '../payments.ts';
import type { WithScope } from '../routes.ts';
import { webhookUrlOf } from '../webhook-address.ts';

type Guards = Record<'read' | 'write', ReturnType<WithScope>>;

export const recurrenceWebhookRoutes = (
  app: FastifyInstance,
  bank: Bank,
  subject: RecurrenceTopic,
  { read, write }: Guards,
): void => {
  app.put(`/webhook${subject}`, write, async (request) => {
    putRecurrenceWebhook(bank, subject, webhookUrlOf(request));
    return findRecurrenceWebhook(bank, subject);
  });
  app.get(`/webhook${subject}`, read, async () => findRecurrenceWebhook(bank, subject));
  app.delete(`/webhook${subject}`, write, async (_request, reply) => {
    removeRecurrenceWebhook(bank, subject);
    return reply.code(204).send();
  });
};
