// The bank's mandates (rec, Pix Automático): created by the receiver, approved and cancelled by the
// payer.
import { randomBytes } from 'node:crypto';
import { copiaECola, findCob, pageOf, type PixContext } from '../charges.ts';
import { notifyRecurrence } from '../notifications.ts';
import { networkTail, OWN_ISPB } from '../network-id.ts';
import type { Bank } from '../notifications.ts';
import { Problem } from '../problem.ts';
import type { PageQuery } from '../schemas.ts';
import { recurrenceOnly, withRecurrence } from './composite.ts';
import {
  dayOf,
  type Termination,
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
/** The mandate that the payment of a charge approves (journey 3). */
const BY_TXID = 'pix-rec-of-cob';

const saveRec = ({ store }: PixContext, rec: Rec): Rec => {
  store.put(REC, rec.idRec, rec, Date.parse(rec.criacao));
  return rec;
};

/** POST /locrec. */
export const addLocation = ({ store, clock }: PixContext): LocRec =>
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

export const findLocation = ({ store }: PixContext, id: number | string): LocRec => {
  const loc = store.get<LocRec>(LOC, id.toString());
  if (!loc) throw new Problem('PayloadLocationRecNaoEncontrado', `Nenhuma location ${id}.`);
  return loc;
};

export const findRec = ({ store }: PixContext, idRec: string): Rec => {
  const rec = store.get<Rec>(REC, idRec);
  if (!rec) throw new Problem('RecNaoEncontrada', `Nenhuma recorrência ${idRec}.`);
  return rec;
};

/** The mandate at a location. */
export const findRecByToken = (context: PixContext, token: string): Rec | undefined => {
  const id = context.store.get<number>(BY_TOKEN, token);
  const idRec = id === undefined ? null : findLocation(context, id).idRec;
  return idRec === null ? undefined : findRec(context, idRec);
};

/** The mandate that the payment of this charge approves. */
export const recOfCob = ({ store }: PixContext, txid: string): Rec | undefined => {
  const idRec = store.get<string>(BY_TXID, txid);
  return idRec === undefined ? undefined : store.get<Rec>(REC, idRec);
};

export const newestRecs = ({ store }: PixContext, limit: number): Rec[] =>
  store.list<Rec>(REC, { limit, newestFirst: true });

/** POST /rec: as at a real bank, a repeated request creates another mandate. */
export const addRec = (context: PixContext, request: RecRequest): Rec =>
  context.store.atomic(() => {
    const { store, clock } = context;
    const now = clock.now();
    if (request.calendario.dataInicial < dayOf(now))
      throw new Problem(
        'RecOperacaoInvalida',
        'O campo rec.calendario.dataInicial é anterior à data de criação.',
      );
    const loc = request.loc === undefined ? null : findLocation(context, request.loc);
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
    return saveRec(context, {
      ...request,
      idRec,
      status: 'CRIADA',
      criacao,
      atualizacao: [{ status: 'CRIADA', data: criacao }],
      encerramento: null,
      pagador: null,
    });
  });

const transition = (bank: Bank, rec: Rec, status: RecStatus, change: Partial<Rec> = {}): Rec => {
  const moved = saveRec(bank, {
    ...rec,
    ...change,
    status,
    atualizacao: [...rec.atualizacao, { status, data: bank.clock.now().toISOString() }],
  });
  const { idRec, atualizacao, ativacao, encerramento } = moved;
  notifyRecurrence(bank, 'rec', {
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

/** The payer approves the mandate by scanning its code. */
export const approveRec = (bank: Bank, rec: Rec, ispbParticipante: string): Rec => {
  if (rec.status !== 'CRIADA')
    throw new Problem('RecOperacaoInvalida', 'Esta recorrência não aguarda autorização.');
  return transition(bank, rec, 'APROVADA', {
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
  const encerramento: Termination = {
    cancelamento: {
      solicitante: by,
      codigo: by === 'USUARIO_PAGADOR' ? 'SLDB' : 'SLCR',
      descricao: 'Cancelamento solicitado',
    },
  };
  return transition(bank, rec, 'CANCELADA', { encerramento });
};

/** The code that the payer scans: with the first charge, or of the mandate only. */
const codeOf = (context: PixContext, rec: Rec, loc: LocRec, txid: string | undefined): string => {
  const location = `${context.receiver.locationHost}/qr/v2/rec/${loc.token}`;
  return txid === undefined
    ? recurrenceOnly(context.receiver, location)
    : withRecurrence(copiaECola(findCob(context.store, txid), context.receiver), location);
};

/**
 * A mandate as the API answers it; with its code when the query names the charge's txid, as in the
 * standard.
 */
export const describeRec = (context: PixContext, rec: Rec, txid?: string) => {
  const loc = rec.loc === undefined ? undefined : findLocation(context, rec.loc);
  const showsCode = loc && rec.status === 'CRIADA' && txid === rec.ativacao?.dadosJornada.txid;
  return completeRecReply(rec, loc, context, showsCode ? codeOf(context, rec, loc, txid) : null);
};

/** A mandate in the replies to POST and PATCH. */
export const describeCreatedRec = (context: PixContext, rec: Rec) =>
  recReply(rec, rec.loc === undefined ? undefined : findLocation(context, rec.loc), context, null);

/** GET /rec?inicio&fim: mandates created in the period. */
export const listRecs = (
  context: PixContext,
  query: PageQuery & {
    cpf?: string | undefined;
    cnpj?: string | undefined;
    status?: string | undefined;
  },
) => {
  const debtor = ({ vinculo }: Rec): { cpf?: string; cnpj?: string } => vinculo.devedor;
  const recs = context.store
    .list<Rec>(REC, { fromMs: query.inicio, toMs: query.fim })
    .filter(
      (rec) =>
        (!query.status || rec.status === query.status) &&
        (!query.cpf || debtor(rec).cpf === query.cpf) &&
        (!query.cnpj || debtor(rec).cnpj === query.cnpj),
    );
  const { parametros, items } = pageOf(query, recs);
  return { parametros, recs: items.map((rec) => describeRec(context, rec)) };
};
