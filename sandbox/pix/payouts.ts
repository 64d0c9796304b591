// Money that leaves: payouts by Pix as Efí has them (PUT /v3/gn/pix/{idEnvio}), carried out a
// moment later, and sent back in one part or several.
import { centavos, decimalText, fromDecimalText } from '@camarim/contract/money';
import { networkId, OWN_ISPB } from './network-id.ts';
import type { Bank } from './payments.ts';
import { isNotified, notify } from './notices.ts';
import { Problem } from './problem.ts';
import type { PayoutRequest } from './schemas.ts';

type Payout = PayoutRequest & {
  idEnvio: string;
  endToEndId: string;
  solicitacao: string;
  /** When it is carried out, or given up when there is a `motivo`; EM_PROCESSAMENTO before. */
  settlesAt: string;
  motivo: string | null;
  returns: { rtrId: string; valor: string; horario: string }[];
};

const PAYOUT = 'pix-payout';
/** How long the bank takes to carry out a payout. */
const PAYOUT_SETTLES_MS = 2_000;
const CPF = /^\d{11}$/;

const statusOf = ({ settlesAt, motivo }: Payout, now: Date): string => {
  if (now.getTime() < Date.parse(settlesAt)) return 'EM_PROCESSAMENTO';
  return motivo === null ? 'REALIZADO' : 'NAO_REALIZADO';
};

/** Of a key its holder's document is not shown again. */
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

/** As Efí tells of what was sent: no txid, and the payout's id among its extras. */
const tell = (bank: Bank, payout: Payout, at: Date, delayMs = 0): void => {
  const { endToEndId, valor, status, chave } = replyOf(payout, at);
  // A notification has the standard's form of returns, the answer to a question Efí's own.
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
 * Why it will not be carried out: the key of a CPF is its holder's, and the payer said who that
 * must be.
 */
const obstacle = ({ favorecido }: PayoutRequest): string | null =>
  'chave' in favorecido &&
  CPF.test(favorecido.chave) &&
  favorecido.cpf !== undefined &&
  favorecido.cpf !== favorecido.chave
    ? 'O CPF informado não é o do titular da chave.'
    : null;

/** The first request of an id; null for every other one. Throws what the bank refuses at once. */
export const sendPayout = (bank: Bank, idEnvio: string, request: PayoutRequest) =>
  bank.store.atomic(() => {
    const now = bank.clock.now();
    if (bank.store.get<Payout>(PAYOUT, idEnvio)) return null;
    if (!bank.receiver.keys.includes(request.pagador.chave))
      throw new Problem('EnvioInvalido', 'A chave do pagador não pertence a este usuário.');
    // Efí tells only there whether a payout was carried out.
    if (!isNotified(bank, request.pagador.chave))
      throw new Problem('EnvioInvalido', 'A chave do pagador não tem um webhook associado.');
    const fault = bank.faults.takeForPayout();
    if (fault === 'refuse') throw new Problem('EnvioInvalido', 'A chave do favorecido não existe.');
    const motivo = fault === 'fail' ? 'A conta do favorecido foi encerrada.' : obstacle(request);
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
    tell(bank, payout, settlesAt, PAYOUT_SETTLES_MS);
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

/**
 * The receiver's bank sends the rest of the money back after it was carried out, or a part of it.
 */
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
    tell(bank, returned, now);
    return replyOf(returned, now);
  });

/** For tests: what was asked for and what became of it, newest first. */
export const listPayouts = (bank: Bank) =>
  bank.store
    .list<Payout>(PAYOUT, { limit: 1_000, newestFirst: true })
    .map((payout) => ({ ...replyOf(payout, bank.clock.now()), favorecido: payout.favorecido }));
