// State of charges and received payments, and the standard's replies.
import { DAY_MS } from '@camarim/contract/time';

export type CobStatus =
  | 'ATIVA'
  | 'CONCLUIDA'
  | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  | 'REMOVIDA_PELO_PSP';

/**
 * A charge with a due day (cobv): paid until the end of that day in Sao Paulo, and so many days
 * after it.
 */
export type DueDate = { dataDeVencimento: string; validadeAposVencimento: number };

/**
 * An immediate charge, or one with a due day. Being expired is not a status: it follows from
 * `criacao` and `expiracao`, or from `due`.
 */
export type Cob = {
  due?: DueDate | undefined;
  txid: string;
  revisao: number;
  status: CobStatus;
  criacao: string;
  expiracaoSeconds: number;
  valor: string;
  chave: string;
  devedor?: object | undefined;
  solicitacaoPagador?: string | undefined;
  infoAdicionais?: object[] | undefined;
  locationId: number;
  /** The last part of the location: a bearer token for the payload. */
  token: string;
  /** Payments received for it, by endToEndId: one, unless a test forced more. */
  received: string[];
};

export type Refund = {
  id: string;
  rtrId: string;
  valor: string;
  natureza: 'ORIGINAL' | 'RETIRADA' | 'MED_OPERACIONAL' | 'MED_FRAUDE' | 'MED_PIX_AUTOMATICO';
  descricao?: string | undefined;
  solicitacao: string;
  /** Time of completion, or of failure when `fails`; EM_PROCESSAMENTO before. */
  settlesAt: string;
  fails: boolean;
};

export type Pix = {
  endToEndId: string;
  txid: string;
  valor: string;
  chave: string;
  horario: string;
  infoPagador: string;
  refunds: Refund[];
};

/** Time after which the charge can't be paid. */
export const expiresAt = ({ due, criacao, expiracaoSeconds }: Cob): Date =>
  due
    ? new Date(
        Date.parse(`${due.dataDeVencimento}T00:00:00-03:00`) +
          (1 + due.validadeAposVencimento) * DAY_MS,
      )
    : new Date(Date.parse(criacao) + expiracaoSeconds * 1000);

export const isExpired = (cob: Cob, now: Date): boolean => now >= expiresAt(cob);

/** The location as the standard writes it: without scheme. */
export const locationOf = (cob: Cob, locationHost: string): string =>
  `${locationHost}/qr/v2/${cob.due ? 'cobv/' : ''}${cob.token}`;

export const refundReply = (refund: Refund, now: Date) => {
  const settled = now.getTime() >= Date.parse(refund.settlesAt);
  const status = !settled ? 'EM_PROCESSAMENTO' : refund.fails ? 'NAO_REALIZADO' : 'DEVOLVIDO';
  return {
    id: refund.id,
    rtrId: refund.rtrId,
    valor: refund.valor,
    natureza: refund.natureza,
    ...(refund.descricao === undefined ? {} : { descricao: refund.descricao }),
    horario: {
      solicitacao: refund.solicitacao,
      ...(status === 'DEVOLVIDO' ? { liquidacao: refund.settlesAt } : {}),
    },
    status,
    ...(status === 'NAO_REALIZADO' ? { motivo: 'Saldo insuficiente na conta do recebedor.' } : {}),
  };
};

export const pixReply = (pix: Pix, now: Date) => {
  const { refunds, ...fields } = pix;
  return {
    ...fields,
    ...(refunds.length > 0
      ? { devolucoes: refunds.map((refund) => refundReply(refund, now)) }
      : {}),
  };
};

/** A payment within its charge, which has the key. */
export const pixOfCharge = (pix: Pix, now: Date) => {
  const { chave: _chave, ...fields } = pixReply(pix, now);
  return fields;
};

/** The document of the one merchant that this bank has. */
export const RECEIVER = {
  cnpj: '12345678000195',
  nome: 'Camarim',
  nomeFantasia: 'Camarim',
  logradouro: 'Rua de Teste, 1',
  cidade: 'Sao Paulo',
  uf: 'SP',
  cep: '01001000',
};

const optionalFields = (cob: Cob) => ({
  ...(cob.devedor ? { devedor: cob.devedor } : {}),
  ...(cob.solicitacaoPagador === undefined ? {} : { solicitacaoPagador: cob.solicitacaoPagador }),
  ...(cob.infoAdicionais ? { infoAdicionais: cob.infoAdicionais } : {}),
});

/** CobGerada, and CobCompleta when there are payments. */
export const cobReply = (
  cob: Cob,
  payments: Pix[],
  locationHost: string,
  pixCopiaECola: string,
  now: Date,
) => {
  const location = locationOf(cob, locationHost);
  return {
    calendario: { criacao: cob.criacao, ...(cob.due ?? { expiracao: cob.expiracaoSeconds }) },
    txid: cob.txid,
    revisao: cob.revisao,
    // A charge with a due date has its location only in `loc`.
    loc: { id: cob.locationId, location, tipoCob: cob.due ? 'cobv' : 'cob', criacao: cob.criacao },
    ...(cob.due ? {} : { location }),
    status: cob.status,
    valor: { original: cob.valor },
    chave: cob.chave,
    ...optionalFields(cob),
    pixCopiaECola,
    ...(cob.due ? { recebedor: RECEIVER } : {}),
    ...(payments.length > 0 ? { pix: payments.map((pix) => pixOfCharge(pix, now)) } : {}),
  };
};

/** CobPayload: what the payer's bank reads at the location. */
export const payloadReply = (cob: Cob, now: Date) => ({
  revisao: cob.revisao,
  calendario: {
    criacao: cob.criacao,
    apresentacao: now.toISOString(),
    ...(cob.due ?? { expiracao: cob.expiracaoSeconds }),
  },
  txid: cob.txid,
  status: cob.status,
  valor: { original: cob.valor },
  chave: cob.chave,
  ...optionalFields(cob),
});
