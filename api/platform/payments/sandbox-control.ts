// A hand on the sandbox for tests: the payer, the clock, the faults.
import type { ChargeId } from '@camarim/contract/ids';
import { decimalText, type Centavos } from '@camarim/contract/money';
import { toOrderId } from './cielo/cielo-wire.ts';
import type { GatewayCall, GatewayFault, GatewayUnderTest } from './conformance-gateway.ts';
import { toPixId } from './pix/pix-wire.ts';
import type { CardGatewayName, GatewayName } from './port.ts';

export type SandboxControl = Pick<
  GatewayUnderTest,
  'pay' | 'countOf' | 'dispute' | 'failNextRefund' | 'slowNextRefund' | 'armWebhook' | 'disarm'
> & {
  arm(call: GatewayCall | 'registration', fault: GatewayFault): Promise<void>;
  /** Moves the bank's clock; ours is the caller's to move. */
  advance(seconds: number): Promise<void>;
  /** Holds the next notification back this long. */
  delayWebhook(delayMs: number): Promise<void>;
  /** Money that is sent: only Pix does. */
  payouts: PayoutControl;
};

export type PayoutControl = {
  arm(call: 'send' | 'status', fault: GatewayFault): Promise<void>;
  /** The next one is refused at once, or accepted and not carried out. */
  failNext(action: 'refuse' | 'fail'): Promise<void>;
  /** The receiver's bank sends the rest of it back, or a part. */
  sendBack(payoutId: string, part?: Centavos): Promise<void>;
  /** How often, and which amounts, the bank has sent under this id. */
  sentOf(
    payoutId: string,
  ): Promise<{ valor: string; status: string; favorecido: Record<string, unknown> }[]>;
};

type CallPaths = Record<GatewayCall | 'registration', string>;

const PICPAY = '/ecommerce/public/payments';
const CALL_PATHS: Record<Exclude<GatewayName, CardGatewayName>, CallPaths> = {
  pix: {
    registration: 'GET /webhook',
    create: 'PUT /cob',
    status: 'GET /cob',
    cancel: 'PATCH /cob',
    capture: 'PATCH /cob',
    refund: 'PUT /pix',
    refundStatus: 'GET /pix',
  },
  cielo: {
    registration: 'PUT /__cielo',
    create: 'POST /1/sales',
    status: 'GET /1/sales',
    cancel: 'PUT /1/sales',
    capture: 'PUT /1/sales',
    refund: 'PUT /1/sales',
    refundStatus: 'GET /1/sales',
  },
  picpay: {
    registration: `GET ${PICPAY}`,
    create: `POST ${PICPAY}`,
    status: `GET ${PICPAY}`,
    cancel: `POST ${PICPAY}/*/refunds`,
    capture: `POST ${PICPAY}`,
    refund: `POST ${PICPAY}/*/refunds`,
    refundStatus: `GET ${PICPAY}`,
  },
  paypal: {
    registration: 'GET /v1/notifications/webhooks',
    create: 'POST /v2/checkout/orders',
    status: 'GET /v2/checkout/orders',
    cancel: 'POST /v2/checkout/orders/*/void',
    capture: 'POST /v2/checkout/orders/*/capture',
    refund: 'POST /v2/payments/captures',
    refundStatus: 'GET /v2/payments/captures',
  },
};

/** Reference of a charge at each gateway. */
export const referenceOf = (gateway: GatewayName, chargeId: ChargeId): string =>
  gateway === 'cielo' ? toOrderId(chargeId) : chargeId;

const controlPayouts = (
  url: string,
  control: (method: string, path: string, body?: object) => Promise<void>,
): PayoutControl => ({
  arm: (call, fault) =>
    control('POST', '/__faults', {
      on: call === 'send' ? 'PUT /v3/gn/pix' : 'GET /v2/gn/pix',
      ...fault,
    }),
  failNext: (action) => control('POST', '/__faults', { on: 'payout', action }),
  sendBack: (payoutId, part) =>
    control(
      'POST',
      `/__pix/payouts/${toPixId(payoutId)}/return`,
      part === undefined ? {} : { valor: decimalText(part) },
    ),
  sentOf: async (payoutId) => {
    const sent = (await (await fetch(`${url}/__pix/payouts`)).json()) as (Awaited<
      ReturnType<PayoutControl['sentOf']>
    >[number] & { idEnvio: string })[];
    return sent.filter(({ idEnvio }) => idEnvio === toPixId(payoutId));
  },
});

/** Speaks to the control API of the sandbox at an address, of one of its gateways. */
export const controlSandbox = (
  url: string,
  gateway: keyof typeof CALL_PATHS = 'pix',
): SandboxControl => {
  const control = async (method: string, path: string, body?: object): Promise<void> => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : {}),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  type Payment = { amountCentavos?: Centavos; force?: boolean };
  const payPix = (chargeId: ChargeId, { amountCentavos, force }: Payment = {}) =>
    control('POST', `/__pix/cob/${toPixId(chargeId)}/pay`, {
      valor: amountCentavos === undefined ? undefined : decimalText(amountCentavos),
      force,
    });
  const payOrder = (chargeId: ChargeId, payment: Payment = {}) =>
    control('POST', `/__orders/${gateway}/${referenceOf(gateway, chargeId)}/pay`, payment);
  return {
    pay: gateway === 'pix' ? payPix : payOrder,
    countOf: async (chargeId) => {
      // The Pix API makes one charge of one id by its design.
      if (gateway === 'pix') return 1;
      const response = await fetch(`${url}/__orders/${gateway}/${referenceOf(gateway, chargeId)}`);
      return ((await response.json()) as unknown[]).length;
    },
    dispute: (receiptRef, chargeId) =>
      gateway === 'pix'
        ? control('POST', `/__pix/pix/${receiptRef}/contest`, {})
        : control(
            'POST',
            `/__orders/${gateway}/${referenceOf(gateway, chargeId ?? (receiptRef as ChargeId))}/contest`,
            {},
          ),
    advance: (seconds) => control('POST', '/__clock/advance', { seconds }),
    arm: (call, fault) => control('POST', '/__faults', { on: CALL_PATHS[gateway][call], ...fault }),
    failNextRefund: () => control('POST', '/__faults', { on: 'refund', action: 'fail' }),
    slowNextRefund: () => control('POST', '/__faults', { on: 'refund', action: 'process' }),
    armWebhook: (action) => control('POST', '/__faults', { on: 'webhook', action }),
    delayWebhook: (delayMs) =>
      control('POST', '/__faults', { on: 'webhook', action: 'delay', delayMs }),
    disarm: () => control('DELETE', '/__faults'),
    payouts: controlPayouts(url, control),
  };
};
