// Fault injection: failures of real networks and gateways, armed by tests.
import { once } from 'node:events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

const times = z.int().min(1).max(10_000).default(1);

/**
 * A fault that applies to the next `times` matching events. For a call, `on` is the beginning of
 * "METHOD /path" (the path below the protocol's version), in which `*` stands for any one segment;
 * `when: 'after'` does the work, then loses the reply. For `webhook`, the next notification is
 * lost, sent twice, delayed, or sent after the one that follows it. For `refund`, the next refund
 * is accepted and fails later, or stays in progress until `POST
 * /__orders/{gateway}/{reference}/carry-out` (Pix: for a day instead of seconds). For `payout`, the
 * next payout is refused immediately, or accepted and fails later. For `debit`, the next debit of
 * Pix Automático finds no money, or a closed account. For `instrument`, the next capture at PayPal
 * is declined by what the payer chose to pay with.
 */
export const faultSchema = z.union([
  z.object({ on: z.literal('webhook'), action: z.enum(['lose', 'duplicate', 'reorder']), times }),
  z.object({
    on: z.literal('webhook'),
    action: z.literal('delay'),
    delayMs: z.int().min(1),
    times,
  }),
  z.object({ on: z.literal('refund'), action: z.enum(['fail', 'process']), times }),
  z.object({ on: z.literal('payout'), action: z.enum(['refuse', 'fail']), times }),
  z.object({ on: z.literal('debit'), action: z.enum(['noMoney', 'reject']), times }),
  z.object({ on: z.literal('instrument'), action: z.literal('decline'), times }),
  z.object({
    on: z.string().regex(/^(GET|POST|PUT|PATCH|DELETE) \//),
    action: z.literal('status'),
    status: z.int().min(400).max(599),
    when: z.enum(['before', 'after']).default('before'),
    times,
  }),
  z.object({
    on: z.string().regex(/^(GET|POST|PUT|PATCH|DELETE) \//),
    action: z.enum(['drop', 'hang']),
    when: z.enum(['before', 'after']).default('before'),
    times,
  }),
  z.object({
    on: z.string().regex(/^(GET|POST|PUT|PATCH|DELETE) \//),
    action: z.literal('delay'),
    delayMs: z.int().min(1).max(600_000),
    when: z.literal('before').default('before'),
    times,
  }),
]);

export type Fault = z.output<typeof faultSchema>;
export type WebhookFault = Extract<Fault, { on: 'webhook' }>;
type RefundFault = Extract<Fault, { on: 'refund' }>;
type PayoutFault = Extract<Fault, { on: 'payout' }>;
type DebitFault = Extract<Fault, { on: 'debit' }>;
type InstrumentFault = Extract<Fault, { on: 'instrument' }>;
type CallFault = Extract<Fault, { when: string }>;

export type Faults = {
  arm: (fault: Fault) => void;
  disarmAll: () => void;
  armed: () => Fault[];
  takeForWebhook: () => WebhookFault | undefined;
  takeForRefund: () => 'fail' | 'process' | undefined;
  takeForPayout: () => 'refuse' | 'fail' | undefined;
  takeForDebit: () => 'noMoney' | 'reject' | undefined;
  takeForInstrument: () => 'decline' | undefined;
  takeForCall: (call: string, when: 'before' | 'after') => CallFault | undefined;
};

const isOn = ({ on }: CallFault, call: string): boolean =>
  new RegExp(`^${on.split('*').map(RegExp.escape).join('[^/]+')}`).test(call);

/** The faults armed at the moment, oldest first. */
export const createFaults = (): Faults => {
  let armed: Fault[] = [];
  const take = <F extends Fault>(matches: (fault: Fault) => fault is F): F | undefined => {
    const fault = armed.find(matches);
    if (!fault) return undefined;
    fault.times -= 1;
    armed = armed.filter(({ times: left }) => left > 0);
    return fault;
  };
  return {
    arm: (fault) => void armed.push({ ...fault }),
    disarmAll: () => void (armed = []),
    armed: () => armed.map((fault) => ({ ...fault })),
    takeForWebhook: () => take((fault): fault is WebhookFault => fault.on === 'webhook'),
    takeForRefund: () => take((fault): fault is RefundFault => fault.on === 'refund')?.action,
    takeForPayout: () => take((fault): fault is PayoutFault => fault.on === 'payout')?.action,
    takeForDebit: () => take((fault): fault is DebitFault => fault.on === 'debit')?.action,
    takeForInstrument: () =>
      take((fault): fault is InstrumentFault => fault.on === 'instrument')?.action,
    takeForCall: (call, when) =>
      take(
        (fault): fault is CallFault => 'when' in fault && fault.when === when && isOn(fault, call),
      ),
  };
};

const callOf = (request: FastifyRequest, prefix: string): string =>
  `${request.method} ${request.url.slice(prefix.length)}`;

const applyFault = async (
  fault: CallFault,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  if (fault.action === 'delay') return new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  if (fault.action === 'status') {
    await reply
      .code(fault.status)
      .type('application/problem+json')
      .send({ type: 'about:blank', title: 'Falha simulada', status: fault.status });
    return;
  }
  reply.hijack();
  if (fault.action === 'drop') request.raw.socket.destroy();
  else await once(request.raw.socket, 'close');
};

/** Applies armed faults to the routes of one protocol; its control API and pages stay reliable. */
export const applyFaults = (app: FastifyInstance, faults: Faults): void => {
  app.addHook('preHandler', async (request, reply) => {
    const fault = faults.takeForCall(callOf(request, app.prefix), 'before');
    if (fault) await applyFault(fault, request, reply);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    // A reply of 400 or more did no work, so no reply is lost.
    const fault =
      reply.statusCode < 400 ? faults.takeForCall(callOf(request, app.prefix), 'after') : undefined;
    if (!fault) return payload;
    if (fault.action === 'status') {
      reply.code(fault.status).type('application/problem+json');
      return JSON.stringify({ type: 'about:blank', title: 'Falha simulada', status: fault.status });
    }
    if (fault.action === 'hang') await once(request.raw.socket, 'close');
    else request.raw.socket.destroy();
    return payload;
  });
};
