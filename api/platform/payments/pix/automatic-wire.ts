// Pix Automático on the wire: mandates (rec) and mandate charges (cobr) of the central bank's API,
// and their mapping to the port.
import type { ChargeId } from '@camarim/contract/ids';
import { z } from 'zod';
import { read } from '../gateway-replies.ts';
import type { MandateReport } from '../mandate-port.ts';
import { GatewayError, type ChargeReport, type ChargeState, type ProviderEvent } from '../port.ts';
import {
  amount,
  pixSchema,
  receiptOf,
  stateOfReceipts,
  toChargeId,
  toPixId,
  total,
} from './pix-wire.ts';

const endingSchema = z.object({
  cancelamento: z.object({ solicitante: z.string() }).optional(),
  rejeicao: z.object({ codigo: z.string(), descricao: z.string() }).optional(),
});

const recSchema = z.object({
  idRec: z.string().min(1),
  status: z.string(),
  vinculo: z.object({ contrato: z.string() }),
  valor: z.object({ valorRec: amount.optional() }).default({}),
  loc: z.object({ location: z.string() }).optional(),
  encerramento: endingSchema.optional(),
  dadosQR: z.object({ pixCopiaECola: z.string() }).optional(),
});
const recsSchema = z.object({ recs: z.array(recSchema).default([]) });
const locrecSchema = z.object({ id: z.number() });

const attemptSchema = z.object({
  dataLiquidacao: z.string(),
  status: z.string(),
  rejeicao: z.object({ codigo: z.string(), descricao: z.string() }).optional(),
});
const cobrSchema = z.object({
  txid: z.string(),
  idRec: z.string(),
  status: z.string(),
  valor: z.object({ original: amount }),
  tentativas: z.array(attemptSchema).default([]),
  encerramento: endingSchema.optional(),
  pix: z.array(pixSchema).default([]),
});

const noticeSchema = z.object({
  recs: z
    .array(
      z.object({
        idRec: z.string(),
        status: z.string(),
        atualizacao: z.array(z.object({ data: z.string() })).default([]),
      }),
    )
    .optional(),
  cobsr: z
    .array(
      z.object({
        txid: z.string(),
        status: z.string(),
        tentativas: z.array(attemptSchema).default([]),
        pix: z.array(pixSchema).default([]),
      }),
    )
    .optional(),
});

export type Rec = z.output<typeof recSchema>;

const STATES: Record<string, MandateReport['state']> = { CRIADA: 'waiting', APROVADA: 'active' };

export const readRec = (body: unknown): Rec => read(recSchema, body, 'recurrence');
export const readRecs = (body: unknown): Rec[] =>
  read(recsSchema, body, 'list of recurrences').recs;
export const readLocation = (body: unknown): number => read(locrecSchema, body, 'location').id;

/** Throws GatewayError (`invalid`) for another mandate than the requested one. */
export const mandateOf = (
  { idRec, status, vinculo, encerramento }: Rec,
  mandateId: string,
): MandateReport => {
  if (vinculo.contrato !== toPixId(mandateId))
    throw new GatewayError(
      'invalid',
      'the gateway answered another recurrence than the requested one',
    );
  const state = STATES[status] ?? 'ended';
  return {
    mandateId,
    ref: idRec,
    state,
    endedBy:
      state !== 'ended'
        ? null
        : encerramento?.cancelamento?.solicitante === 'USUARIO_RECEBEDOR'
          ? 'us'
          : 'payer',
  };
};

const chargeState = (
  cobr: z.output<typeof cobrSchema>,
  receipts: ChargeReport['receipts'],
): ChargeState => {
  if (receipts.length > 0) return stateOfReceipts(receipts);
  switch (cobr.status) {
    case 'CONCLUIDA':
      throw new GatewayError('invalid', 'the gateway calls a charge paid and shows no payment');
    case 'EXPIRADA':
      return 'expired';
    case 'REJEITADA':
      return 'failed';
    case 'CANCELADA':
      return 'canceled';
    default:
      return 'pending';
  }
};

/** A mandate charge as a report. Throws GatewayError (`invalid`). */
export const readCobr = (body: unknown, chargeId: ChargeId): ChargeReport => {
  const cobr = read(cobrSchema, body, 'charge of a recurrence');
  if (cobr.txid.toLowerCase() !== toPixId(chargeId))
    throw new GatewayError('invalid', 'the gateway answered another charge than the requested one');
  const receipts = cobr.pix.map(receiptOf);
  const state = chargeState(cobr, receipts);
  const reason = cobr.encerramento?.rejeicao ?? cobr.tentativas.at(-1)?.rejeicao;
  return {
    chargeId,
    providerRef: cobr.txid,
    state,
    amountCentavos: cobr.valor.original,
    paidCentavos: total(receipts),
    receipts,
    presentment: null,
    ...(state === 'failed' && {
      decline: {
        code: reason?.codigo ?? 'unknown',
        class: 'irreversible' as const,
        words: reason?.descricao ?? '',
      },
    }),
  };
};

/** Whether an attempt of the day is scheduled or done. */
export const hasAttemptOn = (body: unknown, day: string): boolean =>
  read(cobrSchema, body, 'charge of a recurrence').tentativas.some(
    ({ dataLiquidacao, status }) => dataLiquidacao === day && status !== 'CANCELADA',
  );

/** The events of a notification of `/rec` or `/cobr`; null when it is of neither. */
export const readAutomaticEvents = (body: unknown): ProviderEvent[] | null => {
  const parsed = noticeSchema.safeParse(body);
  if (!parsed.success || (!parsed.data.recs && !parsed.data.cobsr)) return null;
  const { recs = [], cobsr = [] } = parsed.data;
  return [
    ...recs.map(({ idRec, status, atualizacao }): ProviderEvent => ({
      key: `${idRec}:${status}`,
      kind: 'mandate',
      mandateRef: idRec,
      chargeId: null,
      providerRef: null,
      at: new Date(atualizacao.at(-1)?.data ?? 0),
    })),
    ...cobsr.map(({ txid, status, tentativas, pix }): ProviderEvent => ({
      key: `${txid}:${status}:${tentativas.length}:${tentativas.at(-1)?.status ?? ''}`,
      kind: 'payment',
      chargeId: toChargeId(txid),
      providerRef: null,
      at: pix[0]?.horario ?? new Date(0),
    })),
  ];
};
