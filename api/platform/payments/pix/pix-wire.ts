// The central bank's Pix API on the wire: the shapes that are read (new fields and statuses are
// tolerated) and their mapping to the port.
import type { ChargeId } from '@camarim/contract/ids';
import { centavos, fromDecimalText, ZERO_CENTAVOS, type Centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { z } from 'zod';
import { codeOfCharge, type CodeReceiver } from './br-code.ts';
import { read } from '../gateway-replies.ts';
import {
  GatewayError,
  type ChargeReport,
  type ChargeState,
  type ProviderEvent,
  type Receipt,
  type RefundReport,
  type SettlementLine,
} from '../port.ts';

const PIX_ID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
export const amount = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform(fromDecimalText);

const refundSchema = z.object({
  id: z.string(),
  rtrId: z.string(),
  valor: amount,
  natureza: z.string().optional(),
  horario: z.object({ solicitacao: instant.optional(), liquidacao: instant.optional() }),
  status: z.string(),
});

export const pixSchema = z.object({
  endToEndId: z.string(),
  txid: z.string().optional(),
  valor: amount,
  horario: instant,
  devolucoes: z.array(refundSchema).default([]),
});

const cobSchema = z.object({
  txid: z.string(),
  status: z.string(),
  calendario: z.object({ criacao: instant, expiracao: z.number() }),
  valor: z.object({ original: amount }),
  location: z.string().optional(),
  loc: z.object({ location: z.string().optional() }).optional(),
  pixCopiaECola: z.string().optional(),
  pix: z.array(pixSchema).default([]),
});

const dueSchema = cobSchema.extend({
  calendario: z.object({
    criacao: instant,
    dataDeVencimento: z.iso.date(),
    validadeAposVencimento: z.number().default(0),
  }),
});

const pageSchema = z.object({
  parametros: z.object({
    paginacao: z.object({ paginaAtual: z.number(), quantidadeDePaginas: z.number() }),
  }),
  pix: z.array(pixSchema).default([]),
});
/** Efí's own notification of a payout, of which only the payout's id is read. */
const sentNoticeSchema = z.object({
  endToEndId: z.string(),
  gnExtras: z.object({ idEnvio: z.string() }),
  status: z.string().optional(),
  horario: instant,
  devolucoes: z.array(z.unknown()).default([]),
});
const webhookBodySchema = z.object({ pix: z.array(z.union([sentNoticeSchema, pixSchema])) });
const webhookSchema = z.object({ webhookUrl: z.string() });

/**
 * The charge's or refund's UUID without hyphens: 32 characters, within what the standard allows to
 * both.
 */
export const toPixId = (uuid: string): string => uuid.replaceAll('-', '');

const toUuid = (pixId: string | undefined): string | null => {
  const parts = PIX_ID.exec(pixId ?? '');
  return parts ? parts.slice(1).join('-') : null;
};
export const toChargeId = (txid: string | undefined): ChargeId | null =>
  toUuid(txid) as ChargeId | null;

type Wire<S extends z.ZodType> = z.output<S>;

const REFUND_STATES: Record<string, RefundReport['state']> = {
  DEVOLVIDO: 'done',
  NAO_REALIZADO: 'failed',
};

const refundOf = (refund: Wire<typeof refundSchema>, paidAt: Date): RefundReport => ({
  refundId: toUuid(refund.id) ?? refund.id,
  ref: refund.rtrId,
  // Disputes (MED) arrive without a request of ours.
  origin: refund.natureza?.startsWith('MED_') ? 'disputed' : 'requested',
  state: REFUND_STATES[refund.status] ?? 'processing',
  amountCentavos: refund.valor,
  at: refund.horario.liquidacao ?? refund.horario.solicitacao ?? paidAt,
});

export const receiptOf = (pix: Wire<typeof pixSchema>): Receipt => ({
  ref: pix.endToEndId,
  amountCentavos: pix.valor,
  receivedAt: pix.horario,
  refunds: pix.devolucoes.map((refund) => refundOf(refund, pix.horario)),
});

export const total = (amounts: readonly { amountCentavos: Centavos }[]): Centavos =>
  amounts.reduce((sum, { amountCentavos }) => centavos(sum + amountCentavos), ZERO_CENTAVOS);

/** State of a charge with receipts. */
export const stateOfReceipts = (receipts: readonly Receipt[]): ChargeState => {
  const returned = receipts
    .flatMap(({ refunds }) => refunds)
    .filter(({ state }) => state === 'done');
  if (returned.some(({ origin }) => origin === 'disputed')) return 'charged_back';
  const returnedCentavos = total(returned);
  if (returnedCentavos === 0) return 'paid';
  return returnedCentavos >= total(receipts) ? 'refunded' : 'partially_refunded';
};

const stateOf = (
  cob: Pick<Wire<typeof cobSchema>, 'status'>,
  receipts: Receipt[],
  expiresAt: Date,
  now: Date,
): ChargeState => {
  if (receipts.length > 0) return stateOfReceipts(receipts);
  if (cob.status === 'CONCLUIDA')
    throw new GatewayError('invalid', 'the gateway calls a charge paid and shows no payment');
  if (cob.status.startsWith('REMOVID')) return 'canceled';
  // The standard has no status for it: a charge past its time stays ATIVA.
  return now >= expiresAt ? 'expired' : 'pending';
};

type Charge = Omit<Wire<typeof cobSchema>, 'calendario'>;

/** Options of reading a charge. `receiver`: for gateways without a code. */
export type ChargeReadOptions = {
  chargeId: ChargeId;
  now: Date;
  receiver?: CodeReceiver | undefined;
};

const reportOf = (
  cob: Charge,
  { chargeId, now, receiver }: ChargeReadOptions,
  expiresAt: Date,
): ChargeReport => {
  if (cob.txid.toLowerCase() !== toPixId(chargeId))
    throw new GatewayError('invalid', 'the gateway answered another charge than the requested one');
  const receipts = cob.pix.map(receiptOf);
  const state = stateOf(cob, receipts, expiresAt, now);
  return {
    chargeId,
    providerRef: cob.txid,
    state,
    amountCentavos: cob.valor.original,
    paidCentavos: total(receipts),
    receipts,
    presentment:
      state === 'pending'
        ? {
            kind: 'pix',
            brCode: codeOfCharge(
              cob.pixCopiaECola,
              cob.location ?? cob.loc?.location ?? '',
              receiver,
            ),
            expiresAt,
          }
        : null,
  };
};

/**
 * A charge of the API as a report; its code is verified, or generated, while the charge can be
 * paid. Throws GatewayError (`invalid`).
 */
export const readCharge = (body: unknown, reading: ChargeReadOptions): ChargeReport => {
  const cob = read(cobSchema, body, 'charge');
  return reportOf(
    cob,
    reading,
    new Date(cob.calendario.criacao.getTime() + cob.calendario.expiracao * 1000),
  );
};

/**
 * A charge with a due date, which can be paid until the end of that day in Sao Paulo (UTC-3,
 * without daylight saving).
 */
export const readDueCharge = (body: unknown, reading: ChargeReadOptions): ChargeReport => {
  const cobv = read(dueSchema, body, 'charge with a due day');
  const { dataDeVencimento, validadeAposVencimento } = cobv.calendario;
  return reportOf(
    cobv,
    reading,
    new Date(
      Date.parse(`${dataDeVencimento}T00:00:00-03:00`) + (1 + validadeAposVencimento) * DAY_MS,
    ),
  );
};

export const readRefund = (body: unknown, now: Date): RefundReport =>
  refundOf(read(refundSchema, body, 'refund'), now);

export const readWebhookUrl = (body: unknown): string =>
  read(webhookSchema, body, 'webhook').webhookUrl;

/** The events of a notification: the payment, and each state of each of its refunds. */
export const readEvents = (body: unknown): ProviderEvent[] =>
  read(webhookBodySchema, body, 'notification').pix.flatMap((pix) => {
    if ('gnExtras' in pix) {
      const payoutId = toUuid(pix.gnExtras.idEnvio);
      // Payouts made in the institution's own panel are skipped.
      if (!payoutId) return [];
      return [
        {
          key: `${pix.endToEndId}:${pix.status}:${pix.devolucoes.length}`,
          kind: 'payout',
          payoutId,
          chargeId: null,
          providerRef: null,
          at: pix.horario,
        },
      ];
    }
    const chargeId = toChargeId(pix.txid);
    const payment: ProviderEvent = {
      key: pix.endToEndId,
      kind: 'payment',
      chargeId,
      providerRef: null,
      at: pix.horario,
    };
    const refunds = pix.devolucoes.map((refund): ProviderEvent => ({
      key: `${pix.endToEndId}:${refund.id}:${refund.status}`,
      kind: 'refund',
      chargeId,
      providerRef: null,
      at: refundOf(refund, pix.horario).at,
    }));
    return [payment, ...refunds];
  });

/** One page of received payments as settlement lines; `nextPage` is null on the last. */
export const readSettlements = (
  body: unknown,
): { lines: SettlementLine[]; nextPage: number | null } => {
  const { parametros, pix } = read(pageSchema, body, 'list of payments');
  const { paginaAtual, quantidadeDePaginas } = parametros.paginacao;
  const lines = pix.flatMap((payment): SettlementLine[] => {
    const shared = {
      receiptRef: payment.endToEndId,
      chargeId: toChargeId(payment.txid),
      providerRef: payment.txid ?? null,
    };
    const returned = receiptOf(payment).refunds.filter(({ state }) => state === 'done');
    return [
      {
        kind: 'payment',
        ref: payment.endToEndId,
        ...shared,
        amountCentavos: payment.valor,
        at: payment.horario,
      },
      ...returned.map((refund): SettlementLine => ({
        kind: 'refund',
        ref: refund.ref,
        refundId: refund.refundId,
        ...shared,
        amountCentavos: refund.amountCentavos,
        at: refund.at,
      })),
    ];
  });
  return { lines, nextPage: paginaAtual + 1 < quantidadeDePaginas ? paginaAtual + 1 : null };
};
