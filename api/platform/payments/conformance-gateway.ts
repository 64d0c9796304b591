// The gateway under test in the conformance suite: a provider, control over the payer and the
// faults, and a webhook inbox.
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

/** Failures of one request, as test titles name them. */
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

/** Differences between gateways: the suite tests what each one can do. */
export type GatewayTraits = {
  /** Cards have their own suite. */
  name: Exclude<GatewayName, CardGatewayName>;
  method: PaymentMethod;
  /**
   * Requested lifetime of a charge; some gateways round it up by this much, to the end of a
   * business day.
   */
  lifeSeconds: number;
  lifeRoundedBySeconds: number;
  maxCentavos: number;
  /** Payers can send another amount, twice, or too late. */
  otherAmounts: boolean;
  paidTwice: boolean;
  paidLate: boolean;
  /** The presentment is part of later queries too. */
  showsAgain: boolean;
  /** Queries work by our id, without the gateway's reference. */
  knowsOurId: boolean;
  /** The gateway detects a reused id with another amount. */
  knowsAmounts: boolean;
  /** Number of notifications of one payment. */
  noticesPerPayment: number;
  cancels: boolean;
  refunds: 'parts' | 'whole' | 'none';
  refundsFail: boolean;
  disputes: boolean;
  settlements: boolean;
};

/** A provider, with control over the payer, the clock and the faults. */
export type GatewayUnderTest = {
  provider: PaymentProvider;
  now: () => Date;
  pay: (
    chargeId: ChargeId,
    options?: { amountCentavos?: Centavos; force?: boolean },
  ) => Promise<void>;
  /** Number of charges of this id at the gateway. */
  countOf: (chargeId: ChargeId) => Promise<number>;
  dispute: (receiptRef: string, chargeId?: ChargeId) => Promise<void>;
  advance: (seconds: number) => Promise<void>;
  arm: (call: GatewayCall, fault: GatewayFault) => Promise<void>;
  failNextRefund: () => Promise<void>;
  /** The next refund stays in progress for a long time. */
  slowNextRefund: () => Promise<void>;
  armWebhook: (action: 'lose' | 'duplicate' | 'reorder') => Promise<void>;
  disarm: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Receives notifications and stores them unchanged. */
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
