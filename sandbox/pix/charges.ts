// Immediate charges (cob) and charges with a due date (cobv): create, revise, remove, find.
import { randomBytes } from 'node:crypto';
import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import type { Clock } from '../core/clock.ts';
import type { Store } from '../core/store.ts';
import { cobReply, locationOf, type Cob, type Pix } from './model.ts';
import { Problem } from './problem.ts';
import type { CobRequest, CobRevision, CobvRequest, PageQuery } from './schemas.ts';

/** The receiver: the account of the one merchant of this bank. */
export type Receiver = {
  keys: readonly string[];
  name: string;
  city: string;
  locationHost: string;
};

export type PixContext = { store: Store; clock: Clock; receiver: Receiver };

const COB = 'pix-cob';
const LOCATION = 'pix-location';
export const PIX = 'pix-received';

export const saveCob = (store: Store, cob: Cob): void =>
  store.put(COB, cob.txid, cob, Date.parse(cob.criacao));

/** Throws the standard's refusal when there is no such charge. */
export const findCob = (store: Store, txid: string): Cob => {
  const cob = store.get<Cob>(COB, txid);
  if (!cob) throw new Problem('CobNaoEncontrado', `Nenhuma cobrança com o txid ${txid}.`);
  return cob;
};

/** A charge with a due date. Throws the standard's refusal when there is none. */
export const findDueCharge = (store: Store, txid: string): Cob => {
  const cob = store.get<Cob>(COB, txid);
  if (!cob?.due)
    throw new Problem('CobVNaoEncontrada', `Nenhuma cobrança com vencimento com o txid ${txid}.`);
  return cob;
};

export const findCobByToken = (store: Store, token: string): Cob | undefined => {
  const txid = store.get<string>(LOCATION, token);
  return txid ? store.get<Cob>(COB, txid) : undefined;
};

/** The newest charges, whatever their state. */
export const newestCobs = (store: Store, limit: number): Cob[] =>
  store.list<Cob>(COB, { limit, newestFirst: true });

const refuseForeignKey = (receiver: Receiver, chave: string): void => {
  if (receiver.keys.includes(chave)) return;
  throw new Problem('CobOperacaoInvalida', 'A chave não pertence a este usuário recebedor.', [
    {
      razao: 'O campo cob.chave corresponde a uma conta que não pertence a este usuário recebedor.',
      propriedade: 'cob.chave',
      valor: chave,
    },
  ]);
};

const refuseInactive = (cob: Cob): void => {
  if (cob.status === 'ATIVA') return;
  throw new Problem(
    'CobOperacaoInvalida',
    'A cobrança não está ATIVA, e a presente requisição busca alterá-la.',
    [{ razao: 'A cobrança não está ATIVA.', propriedade: 'cob.status', valor: cob.status }],
  );
};

const terms = (request: CobRequest | CobvRequest) => ({
  expiracaoSeconds: 'expiracao' in request.calendario ? request.calendario.expiracao : 0,
  due: 'dataDeVencimento' in request.calendario ? request.calendario : undefined,
  valor: request.valor.original,
  chave: request.chave,
  devedor: request.devedor,
  solicitacaoPagador: request.solicitacaoPagador,
  infoAdicionais: request.infoAdicionais,
});
const termsOf = ({
  expiracaoSeconds,
  due,
  valor,
  chave,
  devedor,
  solicitacaoPagador,
  infoAdicionais,
}: Cob) => ({ expiracaoSeconds, due, valor, chave, devedor, solicitacaoPagador, infoAdicionais });

/**
 * PUT /cob/{txid} and PUT /cobv/{txid}. A repeated request leaves an active charge as it is,
 * another one revises it, and a paid or removed charge is refused.
 */
export const putCob = (
  { store, clock, receiver }: PixContext,
  txid: string,
  request: CobRequest | CobvRequest,
): Cob =>
  store.atomic(() => {
    refuseForeignKey(receiver, request.chave);
    const known = store.get<Cob>(COB, txid);
    if (
      known?.status === 'ATIVA' &&
      JSON.stringify(termsOf(known)) === JSON.stringify(terms(request))
    )
      return known;
    if (known) {
      refuseInactive(known);
      const revised: Cob = { ...known, ...terms(request), revisao: known.revisao + 1 };
      saveCob(store, revised);
      return revised;
    }
    const cob: Cob = {
      txid,
      revisao: 0,
      status: 'ATIVA',
      criacao: clock.now().toISOString(),
      ...terms(request),
      locationId: store.count(COB) + 1,
      token: randomBytes(16).toString('hex'),
      received: [],
    };
    saveCob(store, cob);
    store.put(LOCATION, cob.token, txid);
    return cob;
  });

/** PATCH /cob/{txid}: revises some terms, or removes the charge. */
export const patchCob = (
  { store, receiver }: PixContext,
  txid: string,
  revision: CobRevision,
): Cob =>
  store.atomic(() => {
    const cob = findCob(store, txid);
    refuseInactive(cob);
    const { status, ...changes } = revision;
    if (status && Object.keys(changes).length > 0)
      throw new Problem(
        'CobOperacaoInvalida',
        'Não se remove e se altera uma cobrança na mesma requisição.',
      );
    if (changes.chave !== undefined) refuseForeignKey(receiver, changes.chave);
    const revised: Cob = {
      ...cob,
      revisao: cob.revisao + 1,
      status: status ?? cob.status,
      expiracaoSeconds: changes.calendario?.expiracao ?? cob.expiracaoSeconds,
      valor: changes.valor?.original ?? cob.valor,
      chave: changes.chave ?? cob.chave,
      devedor: changes.devedor ?? cob.devedor,
      solicitacaoPagador: changes.solicitacaoPagador ?? cob.solicitacaoPagador,
      infoAdicionais: changes.infoAdicionais ?? cob.infoAdicionais,
    };
    saveCob(store, revised);
    return revised;
  });

/** The BR Code of a charge: dynamic, its location in 26-25. */
export const copiaECola = (cob: Cob, receiver: Receiver): string => {
  const code = generatePixPayload({
    url: locationOf(cob, receiver.locationHost),
    merchantName: receiver.name,
    merchantCity: receiver.city,
  });
  if (!code) throw new Error(`no BR Code can carry the location host ${receiver.locationHost}`);
  return code;
};

/** A charge as the API answers it, with its received payments. */
export const describeCob = ({ store, clock, receiver }: PixContext, cob: Cob) => {
  const payments = cob.received
    .map((id) => store.get<Pix>(PIX, id))
    .filter((pix) => pix !== undefined);
  return cobReply(cob, payments, receiver.locationHost, copiaECola(cob, receiver), clock.now());
};

/** The standard's list reply: one page of the items, and the parameters of the query. */
export const pageOf = <T>(query: PageQuery, items: T[]) => {
  const {
    inicio,
    fim,
    'paginacao.paginaAtual': paginaAtual,
    'paginacao.itensPorPagina': itensPorPagina,
    ...filters
  } = query;
  return {
    parametros: {
      inicio: new Date(inicio).toISOString(),
      fim: new Date(fim).toISOString(),
      ...filters,
      paginacao: {
        paginaAtual,
        itensPorPagina,
        quantidadeDePaginas: Math.max(1, Math.ceil(items.length / itensPorPagina)),
        quantidadeTotalDeItens: items.length,
      },
    },
    items: items.slice(paginaAtual * itensPorPagina, (paginaAtual + 1) * itensPorPagina),
  };
};

/** GET /cob?inicio&fim: charges created in the period. */
export const listCobs = (
  context: PixContext,
  query: PageQuery & {
    cpf?: string | undefined;
    cnpj?: string | undefined;
    status?: string | undefined;
  },
) => {
  const debtor = (cob: Cob): { cpf?: string; cnpj?: string } => cob.devedor ?? {};
  const cobs = context.store
    .list<Cob>(COB, { fromMs: query.inicio, toMs: query.fim })
    .filter((cob) => !query.status || cob.status === query.status)
    .filter(
      (cob) =>
        (!query.cpf || debtor(cob).cpf === query.cpf) &&
        (!query.cnpj || debtor(cob).cnpj === query.cnpj),
    );
  const { parametros, items } = pageOf(query, cobs);
  return { parametros, cobs: items.map((cob) => describeCob(context, cob)) };
};
