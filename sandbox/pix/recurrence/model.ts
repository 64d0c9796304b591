// State of mandates (rec) and their charges (cobr), and the standard's replies.
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import type { PixContext } from '../charges.ts';
import { RECEIVER } from '../model.ts';
import type { CobrRequest, RecRequest } from './schemas.ts';

export type RecStatus = 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA';
export type CobrStatus = 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA';
export type AttemptStatus =
  | 'SOLICITADA'
  | 'AGENDADA'
  | 'PAGA'
  | 'CANCELADA'
  | 'REJEITADA'
  | 'EXPIRADA';

type StatusChange<Status> = { status: Status; data: string };
export type Termination =
  | {
      cancelamento: {
        solicitante: 'USUARIO_PAGADOR' | 'USUARIO_RECEBEDOR';
        codigo: string;
        descricao: string;
      };
    }
  | { rejeicao: { codigo: string; descricao: string } };

export type LocRec = { id: number; token: string; criacao: string; idRec: string | null };

export type Rec = RecRequest & {
  idRec: string;
  status: RecStatus;
  criacao: string;
  atualizacao: StatusChange<RecStatus>[];
  encerramento: Termination | null;
  /** The bank of the payer who approved it. */
  pagador: { cpf: string; ispbParticipante: string } | null;
};

export type Attempt = {
  dataLiquidacao: string;
  tipo: 'AGND' | 'NTAG';
  status: AttemptStatus;
  endToEndId: string;
  atualizacao: StatusChange<AttemptStatus>[];
  rejeicao?: { codigo: string; descricao: string };
  /** Debit attempts on that day. */
  tries: number;
};

export type Cobr = CobrRequest & {
  txid: string;
  status: CobrStatus;
  criacao: string;
  atualizacao: StatusChange<CobrStatus>[];
  tentativas: Attempt[];
  encerramento: Termination | null;
  received: string[];
};

const SAO_PAULO_MS = 3 * HOUR_MS;

/** The day in Sao Paulo (UTC-3, without daylight saving). */
export const dayOf = (at: Date): string =>
  new Date(at.getTime() - SAO_PAULO_MS).toISOString().slice(0, 10);
/** An hour of a day in Sao Paulo. */
export const instantOf = (day: string, hour: number): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) + SAO_PAULO_MS + hour * HOUR_MS);
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const locrecReply = (
  { id, token, criacao, idRec }: LocRec,
  { receiver }: Pick<PixContext, 'receiver'>,
) => ({
  id,
  location: `${receiver.locationHost}/qr/v2/rec/${token}`,
  criacao,
  ...(idRec !== null && { idRec }),
});

/** A mandate in the replies to POST and PATCH. `code` is what the payer scans. */
export const recReply = (
  rec: Rec,
  loc: LocRec | undefined,
  context: Pick<PixContext, 'receiver'>,
  code: string | null,
) => {
  const {
    pagador: _pagador,
    dadosQR: _code,
    ...fields
  } = completeRecReply(rec, loc, context, code);
  return fields;
};

/** RecCompleta, the answer to GET. */
export const completeRecReply = (
  rec: Rec,
  loc: LocRec | undefined,
  context: Pick<PixContext, 'receiver'>,
  code: string | null,
) => {
  const { criacao: _criacao, loc: _loc, ativacao, encerramento, pagador, ...fields } = rec;
  const journey = ativacao ? 'JORNADA_3' : 'JORNADA_2';
  return {
    ...fields,
    ...(loc && { loc: locrecReply(loc, context) }),
    ...(encerramento && { encerramento }),
    ...(pagador && { pagador }),
    recebedor: { cnpj: RECEIVER.cnpj, nome: context.receiver.name },
    ativacao: { tipoJornada: journey, ...(ativacao && { dadosJornada: ativacao.dadosJornada }) },
    ...(code !== null && { dadosQR: { jornada: journey, pixCopiaECola: code } }),
  };
};

/** A mandate charge in the replies to PUT and PATCH. */
export const cobrReply = (...of: Parameters<typeof completeCobrReply>) => {
  const { encerramento: _ending, ...fields } = completeCobrReply(...of);
  return fields;
};

/** CobRCompleta, with the received payments. */
export const completeCobrReply = (cobr: Cobr, policy: string, payments: object[]) => {
  const {
    calendario,
    criacao,
    tentativas,
    encerramento,
    recebedor,
    received: _received,
    ...fields
  } = cobr;
  return {
    ...fields,
    recebedor: { cnpj: RECEIVER.cnpj, nome: RECEIVER.nome, ...recebedor },
    calendario: { criacao: dayOf(new Date(criacao)), ...calendario },
    politicaRetentativa: policy,
    ...(tentativas.length > 0 && {
      tentativas: tentativas.map(({ tries: _tries, ...attempt }) => attempt),
    }),
    ...(encerramento && { encerramento }),
    ...(payments.length > 0 && { pix: payments }),
  };
};
