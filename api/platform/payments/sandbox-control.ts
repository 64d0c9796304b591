// A hand on the sandbox bank for tests: the payer, the clock, the faults.
import type { ChargeId } from '@camarim/contract/ids';
import { decimalText, type Centavos } from '@camarim/contract/money';
import type { Call, Fault, Gateway } from './conformance-gateway.ts';
import { toPixId } from './pix-wire.ts';

export type SandboxControl = Pick<Gateway, 'pay' | 'contest' | 'failNextRefund' | 'armWebhook' | 'disarm'> & {
  arm(call: Call | 'registration', fault: Fault): Promise<void>;
  /** Moves the bank's clock; ours is the caller's to move. */
  advance(seconds: number): Promise<void>;
  /** Holds the next notification back this long. */
  delayWebhook(delayMs: number): Promise<void>;
};

const CALLS: Record<Call | 'registration', string> = { registration: 'GET /webhook', create: 'PUT /cob', status: 'GET /cob', cancel: 'PATCH /cob', refund: 'PUT /pix', refundStatus: 'GET /pix' };

/** Speaks to the control API of the sandbox at an address. */
export const controlSandbox = (url: string): SandboxControl => {
  const control = async (method: string, path: string, body?: object): Promise<void> => {
    const response = await fetch(`${url}${path}`, { method, ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}) });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  return {
    pay: (chargeId: ChargeId, { amountCentavos, force }: { amountCentavos?: Centavos; force?: boolean } = {}) =>
      control('POST', `/__pix/cob/${toPixId(chargeId)}/pay`, { valor: amountCentavos === undefined ? undefined : decimalText(amountCentavos), force }),
    contest: (receiptRef) => control('POST', `/__pix/pix/${receiptRef}/contest`, {}),
    advance: (seconds) => control('POST', '/__clock/advance', { seconds }),
    arm: (call, fault) => control('POST', '/__faults', { on: CALLS[call], ...fault }),
    failNextRefund: () => control('POST', '/__faults', { on: 'refund', action: 'fail' }),
    armWebhook: (action) => control('POST', '/__faults', { on: 'webhook', action }),
    delayWebhook: (delayMs) => control('POST', '/__faults', { on: 'webhook', action: 'delay', delayMs }),
    disarm: () => control('DELETE', '/__faults'),
  };
};
