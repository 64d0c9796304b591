// Top-ups on the wire: methods, charges, and the gateways' notifications.
import { TOP_UP_AMOUNTS_CENTAVOS, TOP_UP_DEFAULT_CENTAVOS } from '@camarim/contract/limits';
import { centavos } from '@camarim/contract/money';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { PaymentMethod, WebhookDelivery } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mayTopUp, ownCharge } from './policy.ts';
import { answerCharge } from './present.ts';
import type { Books } from './settle.ts';
import { startTopUp } from './start-top-up.ts';
import { receiveNotification } from './webhooks.ts';

const METHOD_NAMES: Record<PaymentMethod, string> = { card: 'Cartão', pix: 'Pix', boleto: 'Boleto', paypal: 'PayPal', picpay: 'PicPay' };

const deliveryOf = ({ url, headers }: FastifyRequest, body: unknown): WebhookDelivery => ({
  query: new URL(url, 'http://gateway').searchParams,
  headers,
  rawBody: body instanceof Uint8Array ? body : new Uint8Array(),
});

export const topUpHandlers = (platform: Platform, books: Books) =>
  handlers({
    'GET /funds/methods': async () => ({
      data: {
        // A card needs its own form, which is not there: it is not offered.
        methods: Object.values(platform.payments).flatMap(({ methods }) => methods.filter((key) => key !== 'card').map((key) => ({ key, name: METHOD_NAMES[key] }))),
        amounts: TOP_UP_AMOUNTS_CENTAVOS.map((amount) => amount),
        defaultAmount: TOP_UP_DEFAULT_CENTAVOS,
      },
    }),
    'POST /funds': async ({ viewer, body: { paymentMethodKey, value, payer, intent }, context }) => {
      if (context.idempotencyKey === null) throw new AppError('request.idempotencyKeyMissing');
      const order = mayTopUp(platform, viewer, { method: paymentMethodKey, amountCentavos: centavos(value), payer: payer ?? null, intent: intent ?? null });
      return answerCharge(await startTopUp(platform, books, order, context.idempotencyKey), context.locale);
    },
    'GET /funds/charges/{id}': async ({ viewer, params: { id }, context }) => answerCharge(await ownCharge(platform, viewer, id), context.locale),
    'POST /funds/webhooks/{provider}': async ({ params: { provider }, body, http }) => {
      await receiveNotification(platform, provider, deliveryOf(http.request, body));
      return { data: null };
    },
    'POST /funds/webhooks/{provider}/pix': async ({ params: { provider }, body, http }) => {
      await receiveNotification(platform, provider, deliveryOf(http.request, body));
      return { data: null };
    },
  });
