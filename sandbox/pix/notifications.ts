// Webhook registrations of the receiver, and the notifications sent to them.
import type { Faults } from '../core/faults.ts';
import type { WebhookSender } from '../core/webhooks.ts';
import type { PixContext } from './charges.ts';
import { Problem } from './problem.ts';

export type PixNotifier = PixContext & { webhooks: WebhookSender };
export type Bank = PixNotifier & { faults: Faults };

type Webhook = { webhookUrl: string; chave: string; criacao: string };

const WEBHOOK = 'pix-webhook';

/** PUT /webhook/{chave}. */
export const putWebhook = (
  { store, clock, receiver }: PixContext,
  chave: string,
  webhookUrl: string,
): void => {
  if (!receiver.keys.includes(chave))
    throw new Problem('WebhookOperacaoInvalida', 'A chave não pertence a este usuário recebedor.');
  store.put(WEBHOOK, chave, {
    webhookUrl,
    chave,
    criacao: clock.now().toISOString(),
  } satisfies Webhook);
};

/** GET /webhook/{chave}. */
export const findWebhook = ({ store }: PixContext, chave: string): Webhook => {
  const webhook = store.get<Webhook>(WEBHOOK, chave);
  if (!webhook)
    throw new Problem('WebhookNaoEncontrado', 'Nenhum webhook estabelecido para a chave.');
  return webhook;
};

/** Whether notifications of a key have an address. */
export const isNotified = ({ store }: PixContext, chave: string): boolean =>
  store.get(WEBHOOK, chave) !== undefined;

/** DELETE /webhook/{chave}. */
export const removeWebhook = (context: PixContext, chave: string): void => {
  findWebhook(context, chave);
  context.store.remove(WEBHOOK, chave);
};

/** Pix Automático has its own webhooks: one for mandates, one for mandate charges. */
export type RecurrenceTopic = 'rec' | 'cobr';

export const putRecurrenceWebhook = (
  { store, clock }: PixContext,
  subject: RecurrenceTopic,
  webhookUrl: string,
): void => store.put(WEBHOOK, `/${subject}`, { webhookUrl, criacao: clock.now().toISOString() });

/** GET /webhookrec, GET /webhookcobr. */
export const findRecurrenceWebhook = ({ store }: PixContext, subject: RecurrenceTopic): object => {
  const webhook = store.get<object>(WEBHOOK, `/${subject}`);
  if (!webhook) throw new Problem('WebhookNaoEncontrado', 'Nenhum webhook estabelecido.');
  return webhook;
};

export const removeRecurrenceWebhook = (context: PixContext, subject: RecurrenceTopic): void => {
  findRecurrenceWebhook(context, subject);
  context.store.remove(WEBHOOK, `/${subject}`);
};

/** Notifies of a mandate or a mandate charge. */
export const notifyRecurrence = (
  bank: PixNotifier,
  subject: RecurrenceTopic,
  body: object,
): void => {
  const webhook = bank.store.get<Webhook>(WEBHOOK, `/${subject}`);
  if (webhook) bank.webhooks.enqueue(`${webhook.webhookUrl}/${subject}`, body, {});
};

/** Notifies the receiver of a payment or a refund when the key has a webhook. */
export const notify = (bank: PixNotifier, chave: string, pix: object, delayMs = 0): void => {
  const webhook = bank.store.get<Webhook>(WEBHOOK, chave);
  // The standard says {webhookUrl}/pix: real banks append it as text, so it lands after a query
  // string too.
  if (webhook) bank.webhooks.enqueue(`${webhook.webhookUrl}/pix`, { pix: [pix] }, { delayMs });
};
