// Registered boletos as Cielo's E-commerce 3.0 shows them.
import { randomInt, randomUUID } from 'node:crypto';
import { barcodeOf, formatLine, lineOf } from '@camarim/contract/boleto';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import {
  createOrderStore,
  type Order,
  type OrderStore,
  type SandboxContext,
} from '../core/order-store.ts';
import type { WebhookSender } from '../core/webhooks.ts';

export type Boleto = {
  customer: object;
  provider: string;
  dueDate: string;
  barcode: string;
  number: string;
  instructions: string | null;
};

/** Bradesco, whose boletos the protocol's examples are of. */
const BANK = '237';
const NOTIFICATION_URL = 'cielo-notification';
/** ChangeType of a payment whose status changed. */
export const STATUS_CHANGED = 1;
/** Banks take a boleto until its last day is over in Sao Paulo (UTC-3, without daylight saving). */
export const endOfDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00-03:00`) + DAY_MS).toISOString();

/** The address that a merchant writes into Cielo's site. */
export const setNotificationUrl = (context: SandboxContext, url: string): void =>
  context.store.put(NOTIFICATION_URL, 'url', url);

export const notificationUrl = ({ store }: SandboxContext): string | undefined =>
  store.get<string>(NOTIFICATION_URL, 'url');

export const createBoletos = (
  context: SandboxContext,
  webhooks: WebhookSender,
): OrderStore<Boleto> =>
  createOrderStore<Boleto>(context, {
    gateway: 'cielo',
    title: 'Boleto',
    authorizesFirst: false,
    newId: randomUUID,
    notify: (order) => {
      const url = notificationUrl(context);
      if (url) webhooks.enqueue(url, { PaymentId: order.id, ChangeType: STATUS_CHANGED });
    },
  });

/** A boleto's own part: the number and the barcode that its bank registers. */
export const issueBoleto = (
  terms: Pick<Boleto, 'customer' | 'provider' | 'dueDate' | 'instructions'>,
  amountCentavos: number,
): Boleto => {
  const number = randomInt(1, 99_999_999_999).toString().padStart(11, '0');
  // Agency, wallet, own number, account: the free field of Bradesco.
  const freeField = `3381${'25'}${number}0012345${'0'}`;
  return {
    ...terms,
    number,
    barcode: barcodeOf({ bank: BANK, dueDate: terms.dueDate, amountCentavos, freeField }),
  };
};

/** Authorised (registered), then paid. */
const statusOf = (order: Order<Boleto>): number => (order.payments.length > 0 ? 2 : 1);

/** `YYYY-MM-DD HH:mm:ss` in Sao Paulo: the protocol's times have no zone. */
export const localTime = (iso: string): string =>
  new Date(Date.parse(iso) - 3 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');

/** The sale as the API answers it. */
export const saleReply = (order: Order<Boleto>, pagesUrl: string) => {
  const { details: boleto, payments } = order;
  return {
    MerchantOrderId: order.reference,
    Customer: boleto.customer,
    Payment: {
      ...(boleto.instructions === null ? {} : { Instructions: boleto.instructions }),
      ExpirationDate: boleto.dueDate,
      Url: `${pagesUrl}/pagar/cielo/${order.id}`,
      Number: boleto.number,
      BarCodeNumber: boleto.barcode,
      DigitableLine: formatLine(lineOf(boleto.barcode)),
      PaymentId: order.id,
      Type: 'Boleto',
      Amount: order.amountCentavos,
      ReceivedDate: localTime(order.createdAt),
      ...(payments[0]
        ? {
            CapturedAmount: payments.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
            CapturedDate: localTime(payments[0].at),
          }
        : {}),
      Currency: 'BRL',
      Country: 'BRA',
      Provider: boleto.provider,
      Status: statusOf(order),
      IsSplitted: false,
    },
  };
};
