// Payouts by Pix as Efí offers them (PUT /v3/gn/pix/{idEnvio}), completed a moment later, and
// returned in one part or several.
import { centavos, decimalText, fromDecimalText } from '@camarim/contract/money';
import { networkId, OWN_ISPB } from './network-id.ts';
import type { Bank } from './notifications.ts';
import { isNotified, notify } from './notifications.ts';
import { Problem } from './problem.ts';
import type { PayoutRequest } from './schemas.ts';

type Payout = PayoutRequest & {
  idEnvio: string;
  endToEndId: string;
  solicitacao: string;
  /** Time of completion, or of failure when there is a `motivo`; EM_PROCESSAMENTO before. */
  settlesAt: string;
  motivo: string | null;
  returns: { rtrId: string; valor: string; horario: string }[];
};

const PAYOUT = 'pix-payout';
/** Time until the bank completes a payout. */
const PAYOUT_SETTLES_MS = 2_000;
const CPF = /^\d{11}$/;

const statusOf = ({ settlesAt, motivo }: Payout, now: Date): string => {
  if (now.getTime() < Date.parse(settlesAt)) return 'EM_PROCESSAMENTO';
  return motivo === null ? 'REALIZADO' : 'NAO_REALIZADO';
};

/** For a payout by key, the reply omits the holder's document. */
const payeeOf = ({ favorecido }: PayoutRequest) =>
  'chave' in favorecido ? { chave: favorecido.chave } : favorecido;

const replyOf = (payout: Payout, now: Date) => {
  const { idEnvio, endToEndId, valor, pagador, solicitacao, settlesAt, motivo, returns } = payout;
  const status = statusOf(payout, now);
  const horario = {
    solicitacao,
    ...(status === 'EM_PROCESSAMENTO' ? {} : { liquidacao: settlesAt }),
  };
  return {
    endToEndId,
    idEnvio,
    valor,
    chave: pagador.chave,
    status,
    favorecido: payeeOf(payout),
    horario,
    ...(status === 'NAO_REALIZADO' && { motivo }),
    ...(returns.length > 0 && { devolucoes: returns }),
  };
};

/** Efí's notification of a payout: no txid, and the payout's id in its extras. */
const notifyPayout = (bank: Bank, payout: Payout, at: Date, delayMs = 0): void => {
  const { endToEndId, valor, status, chave } = replyOf(payout, at);
  // Returns have the standard's form in a notification, and Efí's own in a query.
  const devolucoes = payout.returns.map((part, index) => ({
    id: `D${index + 1}`,
    rtrId: part.rtrId,
    valor: part.valor,
    status: 'DEVOLVIDO',
    horario: { solicitacao: part.horario },
  }));
  const notice = {
    endToEndId,
    chave,
    tipo: 'SOLICITACAO',
    status,
    valor,
    horario: at.toISOString(),
    gnExtras: { idEnvio: payout.idEnvio },
    ...(devolucoes.length > 0 && { devolucoes }),
  };
  notify(bank, payout.pagador.chave, notice, delayMs);
};

/**
 * Why the payout will fail: a CPF key belongs to its holder, and the request names the expected
 * CPF.
 */
const rejectionReason = ({ favorecido }: PayoutRequest): string | null =>
  'chave' in favorecido &&
  CPF.test(favorecido.chave) &&
  favorecido.cpf !== undefined &&
  favorecido.cpf !== favorecido.chave
    ? 'O CPF informado não é o do titular da chave.'
    : null;

/**
 * Creates the payout of an id; null when the id was used before. Throws what the bank refuses
 * immediately.
 */
export const sendPayout = (bank: Bank, idEnvio: string, request: PayoutRequest) =>
  bank.store.atomic(() => {
    const now = bank.clock.now();
    if (bank.store.get<Payout>(PAYOUT, idEnvio)) return null;
    if (!bank.receiver.keys.includes(request.pagador.chave))
      throw new Problem('EnvioInvalido', 'A chave do pagador não pertence a este usuário.');
    // Efí reports the outcome of a payout by webhook only.
    if (!isNotified(bank, request.pagador.chave))
      throw new Problem('EnvioInvalido', 'A chave do pagador não tem um webhook associado.');
    const fault = bank.faults.takeForPayout();
    if (fault === 'refuse') throw new Problem('EnvioInvalido', 'A chave do favorecido não existe.');
    const motivo =
      fault === 'fail' ? 'A conta do favorecido foi encerrada.' : rejectionReason(request);
    const settlesAt = new Date(now.getTime() + PAYOUT_SETTLES_MS);
    const payout: Payout = {
      ...request,
      idEnvio,
      endToEndId: networkId('E', OWN_ISPB, now),
      solicitacao: now.toISOString(),
      settlesAt: settlesAt.toISOString(),
      motivo,
      returns: [],
    };
    bank.store.put(PAYOUT, idEnvio, payout, now.getTime());
    notifyPayout(bank, payout, settlesAt, PAYOUT_SETTLES_MS);
    return {
      idEnvio,
      endToEndId: payout.endToEndId,
      valor: payout.valor,
      horario: { solicitacao: payout.solicitacao },
      status: 'EM_PROCESSAMENTO',
    };
  });

const find = ({ store }: Bank, idEnvio: string): Payout => {
  const payout = store.get<Payout>(PAYOUT, idEnvio);
  if (!payout) throw new Problem('EnvioNaoEncontrado', `Nenhum envio com o idEnvio ${idEnvio}.`);
  return payout;
};

export const describePayout = (bank: Bank, idEnvio: string) =>
  replyOf(find(bank, idEnvio), bank.clock.now());

/** The receiver's bank returns the remaining amount of a completed payout, or a part of it. */
export const returnPayout = (bank: Bank, idEnvio: string, part?: string) =>
  bank.store.atomic(() => {
    const now = bank.clock.now();
    const payout = find(bank, idEnvio);
    if (statusOf(payout, now) !== 'REALIZADO')
      throw new Problem('EnvioInvalido', 'Este envio não foi realizado.');
    const leftCentavos = payout.returns.reduce(
      (left, { valor }) => left - fromDecimalText(valor),
      fromDecimalText(payout.valor) as number,
    );
    const valor = part ?? decimalText(centavos(leftCentavos));
    if (leftCentavos === 0) return replyOf(payout, now);
    if (fromDecimalText(valor) > leftCentavos)
      throw new Problem('EnvioInvalido', 'A devolução excede o valor enviado.');
    const returned: Payout = {
      ...payout,
      returns: [
        ...payout.returns,
        { rtrId: networkId('D', OWN_ISPB, now), valor, horario: now.toISOString() },
      ],
    };
    bank.store.put(PAYOUT, idEnvio, returned, Date.parse(payout.solicitacao));
    notifyPayout(bank, returned, now);
    return replyOf(returned, now);
  });

/** For tests: every payout and its state, newest first. */
export const listPayouts = (bank: Bank) =>
  bank.store
    .list<Payout>(PAYOUT, { limit: 1_000, newestFirst: true })
    .map((payout) => ({ ...replyOf(payout, bank.clock.now()), favorecido: payout.favorecido }));
