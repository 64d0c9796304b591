// Where the receiver wants to be told of its payments, and telling it.
import type { WebhookSender } from '../core/webhooks.ts';
import type { Books } from './charges.ts';
import { Problem } from './problem.ts';

export type Notifier = Books & { webhooks: WebhookSender };

type Webhook = { webhookUrl: string; chave: string; criacao: string };

const WEBHOOK = 'pix-webhook';

/** PUT /webhook/{chave}. */
export const putWebhook = ({ store, clock, receiver }: Books, chave: string, webhookUrl: string): void => {
  if (!receiver.keys.includes(chave)) throw new Problem('WebhookOperacaoInvalida', 'A chave não pertence a este usuário recebedor.');
  store.put(WEBHOOK, chave, { webhookUrl, chave, criacao: clock.now().toISOString() } satisfies Webhook);
};

/** GET /webhook/{chave}. */
export const findWebhook = ({ store }: Books, chave: string): Webhook => {
  const webhook = store.get<Webhook>(WEBHOOK, chave);
  if (!webhook) throw new Problem('WebhookNaoEncontrado', 'Nenhum webhook estabelecido para a chave.');
  return webhook;
};

/** DELETE /webhook/{chave}. */
export const removeWebhook = (books: Books, chave: string): void => {
  findWebhook(books, chave);
  books.store.remove(WEBHOOK, chave);
};

/** Tells the receiver of a payment or of what was returned of it, when there is somebody to tell. */
export const notify = (bank: Notifier, chave: string, pix: object, delayMs = 0): void => {
  const webhook = bank.store.get<Webhook>(WEBHOOK, chave);
  // The standard says {webhookUrl}/pix: real banks append it as text, so it lands after a query string too.
  if (webhook) bank.webhooks.enqueue(`${webhook.webhookUrl}/pix`, { pix: [pix] }, { delayMs });
};
