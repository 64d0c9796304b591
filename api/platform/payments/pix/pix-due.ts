// Charges with a due date (cobv) of the central bank's API: the Pix code of a boleto.
import type { ChargeId } from '@camarim/contract/ids';
import { decimalText } from '@camarim/contract/money';
import type { Clock } from '../../clock/port.ts';
import type { DueChargesApi } from '../due-charge-port.ts';
import { sendWithLookup } from '../gateway-replies.ts';
import type { GatewayReply } from '../gateway-http.ts';
import { GatewayError, type ChargeReport } from '../port.ts';
import type { TokenClient } from '../token-client.ts';
import type { CodeReceiver } from './br-code.ts';
import { readDueCharge, toPixId } from './pix-wire.ts';

export const DUE_SCOPE = 'cobv.write cobv.read';

type Parts = {
  client: TokenClient;
  clock: Clock;
  key: string;
  receiver: CodeReceiver | undefined;
  refuse: (reply: GatewayReply) => GatewayError;
};

export const createDueCharges = ({
  client,
  clock,
  key,
  receiver,
  refuse,
}: Parts): DueChargesApi => {
  const path = (chargeId: ChargeId): string => `/cobv/${toPixId(chargeId)}`;
  const accept = (chargeId: ChargeId) => (body: unknown) =>
    readDueCharge(body, { chargeId, now: clock.now(), receiver });
  const status = async (chargeId: ChargeId): Promise<ChargeReport | null> => {
    const reply = await client.send({ method: 'GET', path: path(chargeId) });
    if (reply.status === 404) return null;
    if (reply.status >= 300) throw refuse(reply);
    return accept(chargeId)(reply.body);
  };
  return {
    status,
    create: async ({ chargeId, amountCentavos, description, payer, dueDate }) => {
      const json = {
        calendario: { dataDeVencimento: dueDate, validadeAposVencimento: 0 },
        devedor: {
          ...(payer.document.length === 11 ? { cpf: payer.document } : { cnpj: payer.document }),
          nome: payer.name.slice(0, 200),
        },
        valor: { original: decimalText(amountCentavos) },
        chave: key,
        solicitacaoPagador: description,
      };
      const report = await sendWithLookup({
        send: () => client.send({ method: 'PUT', path: path(chargeId), json }),
        parse: accept(chargeId),
        lookUp: () => status(chargeId),
        toError: refuse,
      });
      if (report.amountCentavos !== amountCentavos)
        throw new GatewayError(
          'invalid',
          'the gateway charges another amount than the requested one',
        );
      return report;
    },
    cancel: (chargeId) =>
      sendWithLookup({
        send: () =>
          client.send({
            method: 'PATCH',
            path: path(chargeId),
            json: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
          }),
        parse: accept(chargeId),
        lookUp: async () => {
          const found = await status(chargeId);
          return found?.state === 'pending' || found?.state === 'expired' ? null : found;
        },
        toError: refuse,
      }),
  };
};
