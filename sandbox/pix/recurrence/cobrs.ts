// The bank's mandate charges (cobr): scheduled days ahead, debited by the clock, retried when the
// account had no money.
import { PIX, type PixContext } from '../charges.ts';
import { pixOfCharge, type Pix } from '../model.ts';
import { networkId } from '../network-id.ts';
import { notifyRecurrence } from '../notifications.ts';
import type { Bank } from '../notifications.ts';
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
  type Termination,
  instantOf,
  type Rec,
} from './model.ts';
import { endRec, findRec } from './recs.ts';
import type { CobrRequest } from './schemas.ts';

const COBR = 'pix-cobr';
/** Statuses in which the clock can still change a charge. */
const OPEN = 'pix-cobr-open';
const OF_REC = 'pix-cobrs-of-rec';

/** Days before the due date in which a charge can be created. Source: rules of Pix Automático. */
const AHEAD_DAYS = { least: 2, most: 10 };
/** Maximum of retries, and of days after the due date in which they may happen. */
const RETRIES = { tries: 3, days: 7 };
/**
 * Hours of debits: the payer's bank tries in the early morning, and again in the evening when the
 * account had no money.
 */
const HOURS = [6, 19] as const;
const ACCEPTED_MS = 2_000;
const OPEN_STATUSES: readonly CobrStatus[] = ['CRIADA', 'ATIVA'];

const refusal = (reason: string): never => {
  throw new Problem('CobROperacaoInvalida', reason);
};

const save = ({ store }: PixContext, cobr: Cobr): Cobr => {
  store.put(COBR, cobr.txid, cobr, Date.parse(cobr.criacao));
  if (OPEN_STATUSES.includes(cobr.status)) store.put(OPEN, cobr.txid, cobr.txid);
  else store.remove(OPEN, cobr.txid);
  return cobr;
};

export const findCobr = ({ store }: PixContext, txid: string): Cobr => {
  const cobr = store.get<Cobr>(COBR, txid);
  if (!cobr)
    throw new Problem('CobRNaoEncontrada', `Nenhuma cobrança recorrente com o txid ${txid}.`);
  return cobr;
};

export const cobrsOf = (context: PixContext, idRec: string): Cobr[] =>
  (context.store.get<string[]>(OF_REC, idRec) ?? []).map((txid) => findCobr(context, txid));

const paymentsOf = ({ store, clock }: PixContext, { received }: Cobr): object[] =>
  received
    .flatMap((id) => store.get<Pix>(PIX, id) ?? [])
    .map((pix) => {
      const { infoPagador: _info, ...fields } = pixOfCharge(pix, clock.now());
      return fields;
    });
export const describeCobr = (context: PixContext, cobr: Cobr) =>
  completeCobrReply(
    cobr,
    findRec(context, cobr.idRec).politicaRetentativa,
    paymentsOf(context, cobr),
  );
/** A mandate charge in the replies to PUT and PATCH. */
export const describeCreatedCobr = (context: PixContext, cobr: Cobr) =>
  cobrReply(cobr, findRec(context, cobr.idRec).politicaRetentativa, paymentsOf(context, cobr));

const notifyCharge = (
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
  notifyRecurrence(bank, 'cobr', {
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

const transition = (
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
  notifyCharge(bank, moved);
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

/** PUT /cobr/{txid}. A repeated request changes nothing. */
export const putCobr = (bank: Bank, txid: string, request: CobrRequest): Cobr =>
  bank.store.atomic(() => {
    const now = bank.clock.now();
    const known = bank.store.get<Cobr>(COBR, txid);
    if (known)
      return known.idRec === request.idRec && known.valor.original === request.valor.original
        ? known
        : refusal('A cobrança já existe.');
    const rec = findRec(bank, request.idRec);
    if (rec.status !== 'APROVADA') refusal('A recorrência não está APROVADA.');
    if (rec.valor.valorRec !== request.valor.original)
      refusal('O valor difere do valor fixo da recorrência.');
    const ahead = daysBetween(dayOf(now), request.calendario.dataDeVencimento);
    if (ahead < AHEAD_DAYS.least || ahead > AHEAD_DAYS.most)
      refusal('O vencimento deve estar entre 2 e 10 dias corridos à frente.');
    if (cobrsOf(bank, rec.idRec).some(({ status }) => OPEN_STATUSES.includes(status)))
      refusal('Já existe cobrança aberta para este ciclo da recorrência.');
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

const CANCELED = (by: 'USUARIO_PAGADOR' | 'USUARIO_RECEBEDOR'): Termination => ({
  cancelamento: {
    solicitante: by,
    codigo: by === 'USUARIO_PAGADOR' ? 'SLBD' : 'SLCR',
    descricao: 'Cancelamento de agendamento',
  },
});

const canceled = (bank: Bank, cobr: Cobr, by: 'USUARIO_PAGADOR' | 'USUARIO_RECEBEDOR'): Cobr => {
  const now = bank.clock.now();
  return transition(bank, cobr, 'CANCELADA', now, {
    tentativas: withLast(cobr, 'CANCELADA', now),
    encerramento: CANCELED(by),
  });
};

/** PATCH /cobr/{txid}: until the day before the first attempt. */
export const cancelCobr = (bank: Bank, txid: string): Cobr =>
  bank.store.atomic(() => {
    const cobr = findCobr(bank, txid);
    if (!OPEN_STATUSES.includes(cobr.status)) refusal(`A cobrança está ${cobr.status}.`);
    if (dayOf(bank.clock.now()) >= cobr.calendario.dataDeVencimento)
      refusal('A cobrança não pode ser cancelada a partir do dia da primeira tentativa.');
    return canceled(bank, cobr, 'USUARIO_RECEBEDOR');
  });

/**
 * The payer cancels the mandate in their bank's app, which also cancels charges scheduled for later
 * days.
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
      refusal('A recorrência não permite novas tentativas.');
    if (cobr.status !== 'ATIVA' || last?.status !== 'EXPIRADA')
      refusal('A cobrança não aguarda nova tentativa.');
    if (cobr.tentativas.filter(({ tipo }) => tipo === 'NTAG').length >= RETRIES.tries)
      refusal('O limite de novas tentativas foi atingido.');
    if (day <= dayOf(now) || day > addDays(cobr.calendario.dataDeVencimento, RETRIES.days))
      refusal('A data da nova tentativa está fora do prazo.');
    return transition(bank, cobr, 'ATIVA', now, {
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
  return transition(bank, cobr, 'CONCLUIDA', at, {
    tentativas: withLast(cobr, 'PAGA', at),
    received: [...cobr.received, endToEndId],
  });
};

const reject = (bank: Bank, cobr: Cobr, at: Date, codigo: string): Cobr => {
  const rejeicao = { codigo, descricao: 'Tentativa rejeitada pelo participante pagador' };
  return transition(bank, cobr, 'REJEITADA', at, {
    tentativas: withLast(cobr, 'REJEITADA', at, { rejeicao }),
    encerramento: { rejeicao },
  });
};

/** Applies the next transition of a due charge; null when none is due. */
const advanceCobr = (bank: Bank, cobr: Cobr, now: Date): Cobr | null => {
  const rec = findRec(bank, cobr.idRec);
  const acceptedAt = new Date(Date.parse(cobr.criacao) + ACCEPTED_MS);
  if (cobr.status === 'CRIADA')
    return now < acceptedAt
      ? null
      : transition(bank, cobr, 'ATIVA', acceptedAt, {
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
    return transition(bank, cobr, 'ATIVA', at, {
      tentativas: withLast(cobr, 'EXPIRADA', at, { tries }),
    });
  }
  const days = rec.politicaRetentativa === 'PERMITE_3R_7D' ? RETRIES.days : 0;
  const overAt = instantOf(addDays(cobr.calendario.dataDeVencimento, days), 24);
  return now < overAt ? null : transition(bank, cobr, 'EXPIRADA', overAt);
};

/** Applies every due transition, in order of time. */
export const runDebits = (bank: Bank): void => {
  for (const txid of bank.store.list<string>(OPEN)) {
    for (;;) {
      const moved = bank.store.atomic(() => {
        const cobr = findCobr(bank, txid);
        return OPEN_STATUSES.includes(cobr.status)
          ? advanceCobr(bank, cobr, bank.clock.now())
          : null;
      });
      if (!moved) break;
    }
  }
};
