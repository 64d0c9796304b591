// The bank's books of a recurrence's charges: asked for days ahead, debited by the clock, asked for
// again when there was no money.
import { PIX, type Books } from '../charges.ts';
import { pixOfCharge, type Pix } from '../model.ts';
import { networkId } from '../network-id.ts';
import { notifyOf } from '../notices.ts';
import type { Bank } from '../payments.ts';
import { Problem } from '../problem.ts';
import {
  addDays,
  type Attempt,
  type AttemptStatus,
  type Cobr,
  cobrReply,
  completeCobrReply,
  type CobrStatus,
  dayOf,
  daysBetween,
  type Ending,
  instantOf,
  type Rec,
} from './model.ts';
import { endRec, findRec } from './recs.ts';
import type { CobrRequest } from './schemas.ts';

const COBR = 'pix-cobr';
/** Those that the clock still has something to do with. */
const OPEN = 'pix-cobr-open';
const OF_REC = 'pix-cobrs-of-rec';

/** Asked for this many days before it is due. Source: rules of Pix Automático. */
const AHEAD_DAYS = { least: 2, most: 10 };
/** Up to this many more tries, within as many days after it was due. */
const RETRIES = { tries: 3, days: 7 };
/**
 * The payer's bank debits in the early morning, and once more in the evening when there was no
 * money.
 */
const HOURS = [6, 19] as const;
const ACCEPTED_MS = 2_000;
const OPEN_STATUSES: readonly CobrStatus[] = ['CRIADA', 'ATIVA'];

const refuse = (reason: string): never => {
  throw new Problem('CobROperacaoInvalida', reason);
};

const save = ({ store }: Books, cobr: Cobr): Cobr => {
  store.put(COBR, cobr.txid, cobr, Date.parse(cobr.criacao));
  if (OPEN_STATUSES.includes(cobr.status)) store.put(OPEN, cobr.txid, cobr.txid);
  else store.remove(OPEN, cobr.txid);
  return cobr;
};

export const findCobr = ({ store }: Books, txid: string): Cobr => {
  const cobr = store.get<Cobr>(COBR, txid);
  if (!cobr)
    throw new Problem('CobRNaoEncontrada', `Nenhuma cobrança recorrente com o txid ${txid}.`);
  return cobr;
};

export const cobrsOf = (books: Books, idRec: string): Cobr[] =>
  (books.store.get<string[]>(OF_REC, idRec) ?? []).map((txid) => findCobr(books, txid));

const paymentsOf = ({ store, clock }: Books, { received }: Cobr): object[] =>
  received
    .flatMap((id) => store.get<Pix>(PIX, id) ?? [])
    .map((pix) => {
      const { infoPagador: _info, ...fields } = pixOfCharge(pix, clock.now());
      return fields;
    });
export const describeCobr = (books: Books, cobr: Cobr) =>
  completeCobrReply(cobr, findRec(books, cobr.idRec).politicaRetentativa, paymentsOf(books, cobr));
/** As the answers to PUT and PATCH show it. */
export const describeMadeCobr = (books: Books, cobr: Cobr) =>
  cobrReply(cobr, findRec(books, cobr.idRec).politicaRetentativa, paymentsOf(books, cobr));

const tell = (
  bank: Bank,
  { idRec, txid, status, atualizacao, tentativas, encerramento, ...cobr }: Cobr,
): void => {
  const pix = paymentsOf(bank, {
    idRec,
    txid,
    status,
    atualizacao,
    tentativas,
    encerramento,
    ...cobr,
  });
  notifyOf(bank, 'cobr', {
    cobsr: [
      {
        idRec,
        txid,
        status,
        atualizacao,
        tentativas: tentativas.map(({ tries: _tries, ...attempt }) => attempt),
        ...(encerramento && { encerramento }),
        ...(pix.length > 0 && { pix }),
      },
    ],
  });
};

const move = (
  bank: Bank,
  cobr: Cobr,
  status: CobrStatus,
  at: Date,
  change: Partial<Cobr> = {},
): Cobr => {
  const moved = save(bank, {
    ...cobr,
    ...change,
    status,
    atualizacao:
      cobr.status === status
        ? cobr.atualizacao
        : [...cobr.atualizacao, { status, data: at.toISOString() }],
  });
  tell(bank, moved);
  return moved;
};

const attemptOn = (day: string, tipo: Attempt['tipo'], at: Date, rec: Rec): Attempt => ({
  dataLiquidacao: day,
  tipo,
  status: 'AGENDADA',
  endToEndId: networkId('E', rec.pagador?.ispbParticipante ?? '00000001', at),
  atualizacao: [{ status: 'AGENDADA', data: at.toISOString() }],
  tries: 0,
});
const withLast = (
  cobr: Cobr,
  status: AttemptStatus,
  at: Date,
  change: Partial<Attempt> = {},
): Attempt[] =>
  cobr.tentativas.map((attempt, index) =>
    index < cobr.tentativas.length - 1
      ? attempt
      : {
          ...attempt,
          ...change,
          status,
          atualizacao: [...attempt.atualizacao, { status, data: at.toISOString() }],
        },
  );

/** PUT /cobr/{txid}. The same request again changes nothing. */
export const putCobr = (bank: Bank, txid: string, request: CobrRequest): Cobr =>
  bank.store.atomic(() => {
    const now = bank.clock.now();
    const known = bank.store.get<Cobr>(COBR, txid);
    if (known)
      return known.idRec === request.idRec && known.valor.original === request.valor.original
        ? known
        : refuse('A cobrança já existe.');
    const rec = findRec(bank, request.idRec);
    if (rec.status !== 'APROVADA') refuse('A recorrência não está APROVADA.');
    if (rec.valor.valorRec !== request.valor.original)
      refuse('O valor difere do valor fixo da recorrência.');
    const ahead = daysBetween(dayOf(now), request.calendario.dataDeVencimento);
    if (ahead < AHEAD_DAYS.least || ahead > AHEAD_DAYS.most)
      refuse('O vencimento deve estar entre 2 e 10 dias corridos à frente.');
    if (cobrsOf(bank, rec.idRec).some(({ status }) => OPEN_STATUSES.includes(status)))
      refuse('Já existe cobrança aberta para este ciclo da recorrência.');
    bank.store.put(OF_REC, rec.idRec, [
      ...(bank.store.get<string[]>(OF_REC, rec.idRec) ?? []),
      txid,
    ]);
    return save(bank, {
      ...request,
      txid,
      status: 'CRIADA',
      criacao: now.toISOString(),
      atualizacao: [{ status: 'CRIADA', data: now.toISOString() }],
      tentativas: [],
      encerramento: null,
      received: [],
    });
  });

const CANCELED = (by: 'USUARIO_PAGADOR' | 'USUARIO_RECEBEDOR'): Ending => ({
  cancelamento: {
    solicitante: by,
    codigo: by === 'USUARIO_PAGADOR' ? 'SLBD' : 'SLCR',
    descricao: 'Cancelamento de agendamento',
  },
});

const canceled = (bank: Bank, cobr: Cobr, by: 'USUARIO_PAGADOR' | 'USUARIO_RECEBEDOR'): Cobr => {
  const now = bank.clock.now();
  return move(bank, cobr, 'CANCELADA', now, {
    tentativas: withLast(cobr, 'CANCELADA', now),
    encerramento: CANCELED(by),
  });
};

/** PATCH /cobr/{txid}: until the day before the first attempt. */
export const cancelCobr = (bank: Bank, txid: string): Cobr =>
  bank.store.atomic(() => {
    const cobr = findCobr(bank, txid);
    if (!OPEN_STATUSES.includes(cobr.status)) refuse(`A cobrança está ${cobr.status}.`);
    if (dayOf(bank.clock.now()) >= cobr.calendario.dataDeVencimento)
      refuse('A cobrança não pode ser cancelada a partir do dia da primeira tentativa.');
    return canceled(bank, cobr, 'USUARIO_RECEBEDOR');
  });

/**
 * The payer ends the recurrence in their bank's app: what is scheduled for later days goes with it.
 */
export const endByPayer = (bank: Bank, idRec: string): Rec =>
  bank.store.atomic(() => {
    for (const cobr of cobrsOf(bank, idRec)) {
      if (OPEN_STATUSES.includes(cobr.status)) canceled(bank, cobr, 'USUARIO_PAGADOR');
    }
    return endRec(bank, idRec, 'USUARIO_PAGADOR');
  });

/** POST /cobr/{txid}/retentativa/{data}. */
export const retryCobr = (bank: Bank, txid: string, day: string): Cobr =>
  bank.store.atomic(() => {
    const now = bank.clock.now();
    const cobr = findCobr(bank, txid);
    const rec = findRec(bank, cobr.idRec);
    const last = cobr.tentativas.at(-1);
    if (last?.tipo === 'NTAG' && last.dataLiquidacao === day && last.status === 'AGENDADA')
      return cobr;
    if (rec.politicaRetentativa !== 'PERMITE_3R_7D')
      refuse('A recorrência não permite novas tentativas.');
    if (cobr.status !== 'ATIVA' || last?.status !== 'EXPIRADA')
      refuse('A cobrança não aguarda nova tentativa.');
    if (cobr.tentativas.filter(({ tipo }) => tipo === 'NTAG').length >= RETRIES.tries)
      refuse('O limite de novas tentativas foi atingido.');
    if (day <= dayOf(now) || day > addDays(cobr.calendario.dataDeVencimento, RETRIES.days))
      refuse('A data da nova tentativa está fora do prazo.');
    return move(bank, cobr, 'ATIVA', now, {
      tentativas: [...cobr.tentativas, attemptOn(day, 'NTAG', now, rec)],
    });
  });

const receive = (bank: Bank, cobr: Cobr, at: Date): Cobr => {
  const endToEndId = cobr.tentativas.at(-1)?.endToEndId ?? networkId('E', '00000001', at);
  const pix: Pix = {
    endToEndId,
    txid: cobr.txid,
    valor: cobr.valor.original,
    chave: bank.receiver.keys[0] ?? '',
    horario: at.toISOString(),
    infoPagador: 'Pix Automático',
    refunds: [],
  };
  bank.store.put(PIX, endToEndId, pix, at.getTime());
  return move(bank, cobr, 'CONCLUIDA', at, {
    tentativas: withLast(cobr, 'PAGA', at),
    received: [...cobr.received, endToEndId],
  });
};

const reject = (bank: Bank, cobr: Cobr, at: Date, codigo: string): Cobr => {
  const rejeicao = { codigo, descricao: 'Tentativa rejeitada pelo participante pagador' };
  return move(bank, cobr, 'REJEITADA', at, {
    tentativas: withLast(cobr, 'REJEITADA', at, { rejeicao }),
    encerramento: { rejeicao },
  });
};

/** One step of a charge whose time has come; null when it has to wait. */
const step = (bank: Bank, cobr: Cobr, now: Date): Cobr | null => {
  const rec = findRec(bank, cobr.idRec);
  const acceptedAt = new Date(Date.parse(cobr.criacao) + ACCEPTED_MS);
  if (cobr.status === 'CRIADA')
    return now < acceptedAt
      ? null
      : move(bank, cobr, 'ATIVA', acceptedAt, {
          tentativas: [attemptOn(cobr.calendario.dataDeVencimento, 'AGND', acceptedAt, rec)],
        });
  const last = cobr.tentativas.at(-1);
  if (last?.status === 'AGENDADA') {
    const at = instantOf(last.dataLiquidacao, HOURS[last.tries] ?? HOURS[0]);
    if (now < at) return null;
    if (rec.status !== 'APROVADA') return reject(bank, cobr, at, 'MSUC');
    const fault = bank.faults.takeForDebit();
    if (fault === 'reject') return reject(bank, cobr, at, 'AC05');
    if (fault === undefined) return receive(bank, cobr, at);
    const tries = last.tries + 1;
    if (tries < HOURS.length)
      return save(bank, {
        ...cobr,
        tentativas: [...cobr.tentativas.slice(0, -1), { ...last, tries }],
      });
    return move(bank, cobr, 'ATIVA', at, { tentativas: withLast(cobr, 'EXPIRADA', at, { tries }) });
  }
  const days = rec.politicaRetentativa === 'PERMITE_3R_7D' ? RETRIES.days : 0;
  const overAt = instantOf(addDays(cobr.calendario.dataDeVencimento, days), 24);
  return now < overAt ? null : move(bank, cobr, 'EXPIRADA', overAt);
};

/** Does what the clock asks for, in the order of time. */
export const runDebits = (bank: Bank): void => {
  for (const txid of bank.store.list<string>(OPEN)) {
    for (;;) {
      const moved = bank.store.atomic(() => {
        const cobr = findCobr(bank, txid);
        return OPEN_STATUSES.includes(cobr.status) ? step(bank, cobr, bank.clock.now()) : null;
      });
      if (!moved) break;
    }
  }
};
