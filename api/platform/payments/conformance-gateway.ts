// What the conformance suite needs of a gateway under test: a provider, a hand on what is behind
// it, and an inbox.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChargeId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { recordNotification } from './official/recorder.ts';
import type {
  CardGatewayName,
  GatewayName,
  PaymentMethod,
  PaymentProvider,
  WebhookDelivery,
} from './port.ts';

export type GatewayCall = 'create' | 'status' | 'cancel' | 'capture' | 'refund' | 'refundStatus';
export type GatewayFault =
  | { action: 'status'; status: number; when?: 'before' | 'after'; times?: number }
  | { action: 'drop' | 'hang'; when?: 'before' | 'after'; times?: number };

/** What can go wrong with one request, as the names of tests say it. */
export const NETWORK_FAULTS: readonly [string, GatewayFault][] = [
  ['the reply is lost after the work', { action: 'drop', when: 'after' }],
  ['the connection is lost before the work', { action: 'drop', when: 'before' }],
  ['the reply never comes though the work is done', { action: 'hang', when: 'after' }],
  ['the request is never looked at', { action: 'hang', when: 'before' }],
  ['an error is answered and nothing done', { action: 'status', status: 503, when: 'before' }],
  [
    'an error is answered though the work is done',
    { action: 'status', status: 500, when: 'after' },
  ],
  ['the gateway has too much to do', { action: 'status', status: 429, when: 'before' }],
];

/** Where gateways differ by their nature, so that the suite asks of each what it can do. */
export type GatewayTraits = {
  /** Cards are charged at once, and have a suite of their own. */
  name: Exclude<GatewayName, CardGatewayName>;
  method: PaymentMethod;
  /**
   * How long a charge is asked to live; some round it up by this much, to the end of a business
   * day.
   */
  lifeSeconds: number;
  lifeRoundedBySeconds: number;
  maxCentavos: number;
  /** Payers can send another amount, twice, or too late. */
  otherAmounts: boolean;
  paidTwice: boolean;
  paidLate: boolean;
  /** What to show is told again when asked about. */
  showsAgain: boolean;
  /** It can be asked by our id alone, without a reference of its own. */
  knowsOurId: boolean;
  /** An id that comes back with another amount is noticed. */
  knowsAmounts: boolean;
  /** Notifications of one payment, each told once. */
  noticesPerPayment: number;
  cancels: boolean;
  refunds: 'parts' | 'whole' | 'none';
  refundsFail: boolean;
  contests: boolean;
  settlements: boolean;
};

/** A provider, and a hand on what is behind it: the payer, the clock, the faults. */
export type GatewayUnderTest = {
  provider: PaymentProvider;
  now: () => Date;
  pay: (
    chargeId: ChargeId,
    options?: { amountCentavos?: Centavos; force?: boolean },
  ) => Promise<void>;
  /** How many charges it has of this id. */
  countOf: (chargeId: ChargeId) => Promise<number>;
  dispute: (receiptRef: string, chargeId?: ChargeId) => Promise<void>;
  advance: (seconds: number) => Promise<void>;
  arm: (call: GatewayCall, fault: GatewayFault) => Promise<void>;
  failNextRefund: () => Promise<void>;
  /** The next refund is shown as under way for a long time. */
  slowNextRefund: () => Promise<void>;
  armWebhook: (action: 'lose' | 'duplicate' | 'reorder') => Promise<void>;
  disarm: () => Promise<void>;
  /** Kills the gateway and starts it again. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Takes notifications and keeps them as they came. */
export const openWebhookInbox = async () => {
  const deliveries: WebhookDelivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks);
      recordNotification(rawBody);
      deliveries.push({
        query: new URL(request.url ?? '', 'http://inbox').searchParams,
        headers: request.headers,
        rawBody,
      });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbox`,
    deliveries,
    close,
  };
};
