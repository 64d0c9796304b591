// The bank's books of recurrences: made by the receiver, permitted and ended by the payer.
import { randomBytes } from 'node:crypto';
import { copiaECola, findCob, pageOf, type Books } from '../charges.ts';
import { notifyOf } from '../notices.ts';
import { networkTail, OWN_ISPB } from '../network-id.ts';
import type { Bank } from '../payments.ts';
import { Problem } from '../problem.ts';
import type { PageQuery } from '../schemas.ts';
import { recurrenceOnly, withRecurrence } from './composite.ts';
import {
  dayOf,
  type Ending,
  completeRecReply,
  type LocRec,
  recReply,
  type Rec,
  type RecStatus,
} from './model.ts';
import type { RecRequest } from './schemas.ts';

const REC = 'pix-rec';
const LOC = 'pix-locrec';
const BY_TOKEN = 'pix-locrec-token';
/** The recurrence that paying a charge permits. */
const BY_TXID = 'pix-rec-of-cob';

const saveRec = ({ store }: Books, rec: Rec): Rec => {
  store.put(REC, rec.idRec, rec, Date.parse(rec.criacao));
  return rec;
};

/** POST /locrec. */
export const addLocation = ({ store, clock }: Books): LocRec =>
  store.atomic(() => {
    const loc: LocRec = {
      id: store.count(LOC) + 1,
      token: randomBytes(16).toString('hex'),
      criacao: clock.now().toISOString(),
      idRec: null,
    };
    store.put(LOC, loc.id.toString(), loc, Date.parse(loc.criacao));
    store.put(BY_TOKEN, loc.token, loc.id);
    return loc;
  });

export const findLocation = ({ store }: Books, id: number | string): LocRec => {
  const loc = store.get<LocRec>(LOC, id.toString());
  if (!loc) throw new Problem('PayloadLocationRecNaoEncontrado', `Nenhuma location ${id}.`);
  return loc;
};

export const findRec = ({ store }: Books, idRec: string): Rec => {
  const rec = store.get<Rec>(REC, idRec);
  if (!rec) throw new Problem('RecNaoEncontrada', `Nenhuma recorrência ${idRec}.`);
  return rec;
};

/** What a location points to. */
export const findRecByToken = (books: Books, token: string): Rec | undefined => {
  const id = books.store.get<number>(BY_TOKEN, token);
  const idRec = id === undefined ? null : findLocation(books, id).idRec;
  return idRec === null ? undefined : findRec(books, idRec);
};

/** The recurrence that paying this charge permits. */
export const recOfCob = ({ store }: Books, txid: string): Rec | undefined => {
  const idRec = store.get<string>(BY_TXID, txid);
  return idRec === undefined ? undefined : store.get<Rec>(REC, idRec);
};

export const newestRecs = ({ store }: Books, limit: number): Rec[] =>
  store.list<Rec>(REC, { limit, newestFirst: true });

/** POST /rec: the same request again makes another recurrence, as at a real bank. */
export const addRec = (books: Books, request: RecRequest): Rec =>
  books.store.atomic(() => {
    const { store, clock } = books;
    const now = clock.now();
    if (request.calendario.dataInicial < dayOf(now))
      throw new Problem(
        'RecOperacaoInvalida',
        'O campo rec.calendario.dataInicial é anterior à data de criação.',
      );
    const loc = request.loc === undefined ? null : findLocation(books, request.loc);
    if (loc?.idRec)
      throw new Problem(
        'RecOperacaoInvalida',
        'O location referenciado por rec.loc já está sendo utilizado.',
      );
    const txid = request.ativacao?.dadosJornada.txid;
    if (txid !== undefined) findCob(store, txid);
    const retries = request.politicaRetentativa === 'PERMITE_3R_7D' ? 'R' : 'N';
    const idRec = `R${retries}${OWN_ISPB}${dayOf(now).replaceAll('-', '')}${networkTail()}`;
    const criacao = now.toISOString();
    if (loc) store.put(LOC, loc.id.toString(), { ...loc, idRec }, Date.parse(loc.criacao));
    if (txid !== undefined) store.put(BY_TXID, txid, idRec);
    return saveRec(books, {
      ...request,
      idRec,
      status: 'CRIADA',
      criacao,
      atualizacao: [{ status: 'CRIADA', data: criacao }],
      encerramento: null,
      pagador: null,
    });
  });

const move = (bank: Bank, rec: Rec, status: RecStatus, change: Partial<Rec> = {}): Rec => {
  const moved = saveRec(bank, {
    ...rec,
    ...change,
    status,
    atualizacao: [...rec.atualizacao, { status, data: bank.clock.now().toISOString() }],
  });
  const { idRec, atualizacao, ativacao, encerramento } = moved;
  notifyOf(bank, 'rec', {
    recs: [
      {
        idRec,
        status,
        atualizacao,
        ...(ativacao && { ativacao: { tipoJornada: 'JORNADA_3', ...ativacao } }),
        ...(encerramento && { encerramento }),
      },
    ],
  });
  return moved;
};

/** The payer permits it, by the code. */
export const permit = (bank: Bank, rec: Rec, ispbParticipante: string): Rec => {
  if (rec.status !== 'CRIADA')
    throw new Problem('RecOperacaoInvalida', 'Esta recorrência não aguarda autorização.');
  return move(bank, rec, 'APROVADA', {
    pagador: {
      cpf: 'cpf' in rec.vinculo.devedor ? rec.vinculo.devedor.cpf : '12345678909',
      ispbParticipante,
    },
  });
};

/** PATCH /rec/{idRec} by the receiver, or the payer in their bank's app. */
export const endRec = (
  bank: Bank,
  idRec: string,
  by: 'USUARIO_PAGADOR' | 'USUARIO_RECEBEDOR',
): Rec => {
  const rec = findRec(bank, idRec);
  if (rec.status !== 'CRIADA' && rec.status !== 'APROVADA')
    throw new Problem('RecOperacaoInvalida', `A recorrência está ${rec.status}.`);
  const encerramento: Ending = {
    cancelamento: {
      solicitante: by,
      codigo: by === 'USUARIO_PAGADOR' ? 'SLDB' : 'SLCR',
      descricao: 'Cancelamento solicitado',
    },
  };
  return move(bank, rec, 'CANCELADA', { encerramento });
};

/** What its payer scans: with the charge that it begins with, or alone. */
const codeOf = (books: Books, rec: Rec, loc: LocRec, txid: string | undefined): string => {
  const location = `${books.receiver.locationHost}/qr/v2/rec/${loc.token}`;
  return txid === undefined
    ? recurrenceOnly(books.receiver, location)
    : withRecurrence(copiaECola(findCob(books.store, txid), books.receiver), location);
};

/**
 * A recurrence as the API answers it; its code, as the standard says, when asked with the charge's
 * txid.
 */
export const describeRec = (books: Books, rec: Rec, txid?: string) => {
  const loc = rec.loc === undefined ? undefined : findLocation(books, rec.loc);
  const shown = loc && rec.status === 'CRIADA' && txid === rec.ativacao?.dadosJornada.txid;
  return completeRecReply(rec, loc, books, shown ? codeOf(books, rec, loc, txid) : null);
};

/** As the answers to POST and PATCH show it. */
export const describeMadeRec = (books: Books, rec: Rec) =>
  recReply(rec, rec.loc === undefined ? undefined : findLocation(books, rec.loc), books, null);

/** GET /rec?inicio&fim: recurrences made in the period. */
export const listRecs = (
  books: Books,
  query: PageQuery & {
    cpf?: string | undefined;
    cnpj?: string | undefined;
    status?: string | undefined;
  },
) => {
  const debtor = ({ vinculo }: Rec): { cpf?: string; cnpj?: string } => vinculo.devedor;
  const recs = books.store
    .list<Rec>(REC, { fromMs: query.inicio, toMs: query.fim })
    .filter(
      (rec) =>
        (!query.status || rec.status === query.status) &&
        (!query.cpf || debtor(rec).cpf === query.cpf) &&
        (!query.cnpj || debtor(rec).cnpj === query.cnpj),
    );
  const { parametros, items } = pageOf(query, recs);
  return { parametros, recs: items.map((rec) => describeRec(books, rec)) };
};
