// Payments, refunds requested by the receiver, and disputes (MED) raised by the payer.
import { fromDecimalText } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { findCob, pageOf, PIX, saveCob, type PixContext } from './charges.ts';
import { isExpired, pixReply, refundReply, type Pix, type Refund } from './model.ts';
import { type Bank, notify } from './notifications.ts';
import { networkId, OWN_ISPB } from './network-id.ts';
import { Problem } from './problem.ts';
import { approveRec, recOfCob } from './recurrence/recs.ts';
import type { PageQuery, RefundRequest } from './schemas.ts';

/** A payer in tests; `ispb` is the number of their bank. */
export type Payer = { id: string; name: string; ispb: string };

export const PAYERS: readonly [Payer, ...Payer[]] = [
  { id: 'um', name: 'Pessoa de Teste Um', ispb: '00000001' },
  { id: 'dois', name: 'Pessoa de Teste Dois', ispb: '00000002' },
  { id: 'tres', name: 'Empresa de Teste Três', ispb: '00000003' },
];

/** Time until the bank completes a refund. */
const REFUND_SETTLES_MS = 2_000;
/** Period after the payment in which a refund can be requested. */
const REFUND_WINDOW_MS = 90 * 24 * 60 * 60 * 1000;

const savePix = ({ store }: PixContext, pix: Pix): void =>
  store.put(PIX, pix.endToEndId, pix, Date.parse(pix.horario));

/**
 * A payer pays a charge. `force` accepts a payment that began before the expiry or removal, or a
 * second one. Throws the refusal of the payer's bank when the charge can't be paid.
 */
export const pay = (
  bank: Bank,
  txid: string,
  options: {
    valor?: string | undefined;
    force?: boolean | undefined;
    payerId?: string | undefined;
  } = {},
): Pix =>
  bank.store.atomic(() => {
    const now = bank.clock.now();
    const cob = findCob(bank.store, txid);
    if (!options.force && cob.status !== 'ATIVA')
      throw new Problem(
        'CobOperacaoInvalida',
        cob.status === 'CONCLUIDA' ? 'Esta cobrança já foi paga.' : 'Esta cobrança foi removida.',
      );
    if (!options.force && isExpired(cob, now))
      throw new Problem('CobOperacaoInvalida', 'Esta cobrança expirou.');
    const payer = PAYERS.find(({ id }) => id === options.payerId) ?? PAYERS[0];
    const pix: Pix = {
      endToEndId: networkId('E', payer.ispb, now),
      txid,
      valor: options.valor ?? cob.valor,
      chave: cob.chave,
      horario: now.toISOString(),
      infoPagador: payer.name,
      refunds: [],
    };
    savePix(bank, pix);
    saveCob(bank.store, {
      ...cob,
      status: cob.status === 'ATIVA' ? 'CONCLUIDA' : cob.status,
      received: [...cob.received, pix.endToEndId],
    });
    notify(bank, pix.chave, pixReply(pix, now));
    // Journey 3: the code of this payment also approves the following ones.
    const rec = recOfCob(bank, txid);
    if (rec?.status === 'CRIADA') approveRec(bank, rec, payer.ispb);
    return pix;
  });

export const findPix = ({ store }: PixContext, endToEndId: string): Pix => {
  const pix = store.get<Pix>(PIX, endToEndId);
  if (!pix) throw new Problem('PixNaoEncontrado', `Nenhum Pix com o endToEndId ${endToEndId}.`);
  return pix;
};

const refundableCentavos = (pix: Pix): number =>
  pix.refunds
    .filter((refund) => !refund.fails)
    .reduce(
      (left, refund) => left - fromDecimalText(refund.valor),
      fromDecimalText(pix.valor) as number,
    );

/** A refund that stays in progress for a day. */
const SLOW_REFUND_MS = DAY_MS;

const addRefund = (
  bank: Bank,
  pix: Pix,
  refund: Omit<Refund, 'rtrId' | 'solicitacao' | 'settlesAt'>,
  settlesAfterMs = REFUND_SETTLES_MS,
): Refund => {
  const now = bank.clock.now();
  const settlesAt = new Date(now.getTime() + settlesAfterMs);
  const added: Refund = {
    ...refund,
    rtrId: networkId('D', OWN_ISPB, now),
    solicitacao: now.toISOString(),
    settlesAt: settlesAt.toISOString(),
  };
  const updated: Pix = { ...pix, refunds: [...pix.refunds, added] };
  savePix(bank, updated);
  notify(bank, updated.chave, pixReply(updated, settlesAt), settlesAfterMs);
  return added;
};

/** PUT /pix/{e2eid}/devolucao/{id}. A repeated request gets the same refund. */
export const refund = (
  bank: Bank,
  endToEndId: string,
  id: string,
  request: RefundRequest,
): Refund =>
  bank.store.atomic(() => {
    const pix = findPix(bank, endToEndId);
    const known = pix.refunds.find((candidate) => candidate.id === id);
    if (known?.valor === request.valor) return known;
    if (known)
      throw new Problem(
        'PixDevolucaoInvalida',
        'O id já foi utilizado por outra requisição de devolução.',
      );
    if (fromDecimalText(request.valor) > refundableCentavos(pix))
      throw new Problem('PixDevolucaoInvalida', 'A devolução excederia o valor do Pix originário.');
    if (bank.clock.now().getTime() - Date.parse(pix.horario) > REFUND_WINDOW_MS)
      throw new Problem('PixDevolucaoInvalida', 'O prazo de 90 dias para devoluções passou.');
    const habit = bank.faults.takeForRefund();
    return addRefund(
      bank,
      pix,
      { id, ...request, fails: habit === 'fail' },
      habit === 'process' ? SLOW_REFUND_MS : REFUND_SETTLES_MS,
    );
  });

/** The payer disputes the payment (MED): money is refunded without a request of the receiver. */
export const dispute = (
  bank: Bank,
  endToEndId: string,
  natureza: 'MED_OPERACIONAL' | 'MED_FRAUDE',
  valor?: string,
): Refund =>
  bank.store.atomic(() => {
    const pix = findPix(bank, endToEndId);
    const amount = valor ?? pix.valor;
    if (fromDecimalText(amount) > refundableCentavos(pix))
      throw new Problem('PixDevolucaoInvalida', 'A devolução excederia o valor do Pix originário.');
    return addRefund(bank, pix, {
      id: `MED${pix.refunds.length + 1}`,
      valor: amount,
      natureza,
      fails: false,
    });
  });

/** A refund made in the institution's own panel, under an id of its own. */
export const refundFromPanel = (bank: Bank, endToEndId: string, valor?: string): Refund =>
  bank.store.atomic(() => {
    const pix = findPix(bank, endToEndId);
    const amount = valor ?? pix.valor;
    if (fromDecimalText(amount) > refundableCentavos(pix))
      throw new Problem('PixDevolucaoInvalida', 'A devolução excederia o valor do Pix originário.');
    return addRefund(bank, pix, {
      id: `painel${pix.refunds.length + 1}`,
      valor: amount,
      natureza: 'ORIGINAL',
      fails: false,
    });
  });

/** GET /pix/{e2eid}/devolucao/{id}. */
export const describeRefund = (context: PixContext, endToEndId: string, id: string) => {
  const found = findPix(context, endToEndId).refunds.find((candidate) => candidate.id === id);
  if (!found) throw new Problem('PixDevolucaoNaoEncontrada', `Nenhuma devolução ${id}.`);
  return refundReply(found, context.clock.now());
};

/** GET /pix?inicio&fim: payments received in the period. */
export const listPix = (
  context: PixContext,
  query: PageQuery & {
    txid?: string | undefined;
    txIdPresente?: boolean | undefined;
    devolucaoPresente?: boolean | undefined;
  },
) => {
  const received = context.store
    .list<Pix>(PIX, { fromMs: query.inicio, toMs: query.fim })
    .filter((pix) => !query.txid || pix.txid === query.txid)
    // Every payment here answers a charge, so each has a txid.
    .filter(() => query.txIdPresente !== false)
    .filter(
      (pix) =>
        query.devolucaoPresente === undefined || pix.refunds.length > 0 === query.devolucaoPresente,
    );
  const { parametros, items } = pageOf(query, received);
  return { parametros, pix: items.map((pix) => pixReply(pix, context.clock.now())) };
};
