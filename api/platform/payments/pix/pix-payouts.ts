// Payouts by Pix in Efí's API: PUT /v3/gn/pix/{idEnvio}, outside of the standard, which has no
// payouts.
import { centavos, decimalText } from '@camarim/contract/money';
import { z } from 'zod';
import { read, sendWithLookup } from '../gateway-replies.ts';
import type { GatewayReply } from '../gateway-http.ts';
import {
  GatewayError,
  type PayoutsApi,
  type PayoutReport,
  type PayoutRequest,
  type PayoutTarget,
} from '../port.ts';
import type { TokenClient } from '../token-client.ts';
import { amount, toPixId } from './pix-wire.ts';

export const PAYOUT_SCOPE = 'pix.send gn.pix.send.read';

const RETURNED = 'DEVOLVIDO';

const sentSchema = z.object({
  idEnvio: z.string(),
  endToEndId: z.string().optional(),
  e2eId: z.string().optional(),
  valor: amount,
  status: z.string(),
  motivo: z.string().optional(),
  // Efí lists completed returns without a status; the standard's returns have one.
  devolucoes: z
    .array(z.object({ valor: amount, status: z.string().default(RETURNED) }))
    .default([]),
});

const STATES: Record<string, PayoutReport['state']> = {
  REALIZADO: 'paid',
  NAO_REALIZADO: 'failed',
};
const ACCOUNT_TYPES = { checking: 'cacc', savings: 'svgs' } as const;

const payeeOf = (to: PayoutTarget, { name, document }: PayoutRequest['payee']) =>
  to.kind === 'pix'
    ? { chave: to.key, cpf: document }
    : {
        contaBanco: {
          nome: name,
          cpf: document,
          codigoBanco: to.ispb,
          agencia: to.agency,
          conta: to.number,
          tipoConta: ACCOUNT_TYPES[to.type],
        },
      };

/**
 * Throws GatewayError (`invalid`) for another payout, and for returns above the payout's amount. A
 * payout may be returned in several parts.
 */
const reportOf = (body: unknown, payoutId: string): PayoutReport => {
  const sent = read(sentSchema, body, 'payout');
  if (sent.idEnvio.toLowerCase() !== toPixId(payoutId))
    throw new GatewayError('invalid', 'the gateway answered another payout than the requested one');
  const returnedCentavos = sent.devolucoes.reduce(
    (sum, { valor, status }) => (status === RETURNED ? sum + valor : sum),
    0,
  );
  if (returnedCentavos > sent.valor)
    throw new GatewayError('invalid', 'more of a payout was returned than was sent');
  const state =
    returnedCentavos > 0 && returnedCentavos === sent.valor
      ? 'returned'
      : (STATES[sent.status] ?? 'processing');
  return {
    payoutId,
    ref: sent.endToEndId ?? sent.e2eId ?? null,
    state,
    amountCentavos: sent.valor,
    returnedCentavos: centavos(returnedCentavos),
    reason: sent.motivo ?? null,
  };
};

/**
 * `client` is at the institution's root, without a version; `key` is the Pix key of the paying
 * account.
 */
export const createPixPayouts = (
  client: TokenClient,
  key: string,
  refuse: (reply: GatewayReply) => GatewayError,
): PayoutsApi => {
  const status = async (payoutId: string): Promise<PayoutReport | null> => {
    const reply = await client.send({
      method: 'GET',
      path: `/v2/gn/pix/enviados/id-envio/${toPixId(payoutId)}`,
    });
    if (reply.status === 404) return null;
    if (reply.status >= 300) throw refuse(reply);
    return reportOf(reply.body, payoutId);
  };
  return {
    status,
    send: async ({ payoutId, amountCentavos, payee, to }) => {
      const json = {
        valor: decimalText(amountCentavos),
        pagador: { chave: key },
        favorecido: payeeOf(to, payee),
      };
      const report = await sendWithLookup({
        // A repeated id is a 409 (id_envio_duplicado): the payout is queried, and stays unknown
        // while queries lag behind.
        send: () => client.send({ method: 'PUT', path: `/v3/gn/pix/${toPixId(payoutId)}`, json }),
        parse: (body) => reportOf(body, payoutId),
        lookUp: () => status(payoutId),
        toError: refuse,
      });
      if (report.amountCentavos !== amountCentavos)
        throw new GatewayError('invalid', 'the gateway sent another amount than the requested one');
      return report;
    },
  };
};
