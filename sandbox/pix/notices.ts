// Where the receiver wants to be told of its payments, and telling it.
import type { WebhookSender } from '../core/webhooks.ts';
import type { Books } from './charges.ts';
import { Problem } from './problem.ts';

export type Notifier = Books & { webhooks: WebhookSender };

type Webhook = { webhookUrl: string; chave: string; criacao: string };

const WEBHOOK = 'pix-webhook';

/** PUT /webhook/{chave}. */
export const putWebhook = (
  { store, clock, receiver }: Books,
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
export const findWebhook = ({ store }: Books, chave: string): Webhook => {
  const webhook = store.get<Webhook>(WEBHOOK, chave);
  if (!webhook)
    throw new Problem('WebhookNaoEncontrado', 'Nenhum webhook estabelecido para a chave.');
  return webhook;
};

/** Whether notifications of a key have an address. */
export const isNotified = ({ store }: Books, chave: string): boolean =>
  store.get(WEBHOOK, chave) !== undefined;

/** DELETE /webhook/{chave}. */
export const removeWebhook = (books: Books, chave: string): void => {
  findWebhook(books, chave);
  books.store.remove(WEBHOOK, chave);
};

/** Pix Automático has an address of its own for recurrences and for their charges. */
export type Subject = 'rec' | 'cobr';

export const putWebhookOf = ({ store, clock }: Books, subject: Subject, webhookUrl: string): void =>
  store.put(WEBHOOK, `/${subject}`, { webhookUrl, criacao: clock.now().toISOString() });

/** GET /webhookrec, GET /webhookcobr. */
export const findWebhookOf = ({ store }: Books, subject: Subject): object => {
  const webhook = store.get<object>(WEBHOOK, `/${subject}`);
  if (!webhook) throw new Problem('WebhookNaoEncontrado', 'Nenhum webhook estabelecido.');
  return webhook;
};

export const removeWebhookOf = (books: Books, subject: Subject): void => {
  findWebhookOf(books, subject);
  books.store.remove(WEBHOOK, `/${subject}`);
};

/** Tells of a recurrence, or of a charge of one. */
export const notifyOf = (bank: Notifier, subject: Subject, body: object): void => {
  const webhook = bank.store.get<Webhook>(WEBHOOK, `/${subject}`);
  if (webhook) bank.webhooks.enqueue(`${webhook.webhookUrl}/${subject}`, body, {});
};

/**
 * Tells the receiver of a payment or of what was returned of it, when there is somebody to tell.
 */
export const notify = (bank: Notifier, chave: string, pix: object, delayMs = 0): void => {
  const webhook = bank.store.get<Webhook>(WEBHOOK, chave);
  // The standard says {webhookUrl}/pix: real banks append it as text, so it lands after a query
  // string too.
  if (webhook) bank.webhooks.enqueue(`${webhook.webhookUrl}/pix`, { pix: [pix] }, { delayMs });
};
