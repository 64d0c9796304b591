// Pix Automático: a mandate (rec) that the payer approves by a code (journeys 2 and 3), and a
// mandate charge (cobr) for each month.
import type { ChargeId } from '@camarim/contract/ids';
import { decimalText } from '@camarim/contract/money';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import type { Clock } from '../../clock/port.ts';
import { sendWithLookup } from '../gateway-replies.ts';
import type { GatewayReply } from '../gateway-http.ts';
import type {
  MandateLookup,
  MandatesApi,
  MandateOffer,
  MandateReport,
  MandateRequest,
} from '../mandate-port.ts';
import { GatewayError, type ChargeReport, type ChargeRequest } from '../port.ts';
import type { TokenClient } from '../token-client.ts';
import {
  mandateOf,
  type Rec,
  readCobr,
  readLocation,
  readRec,
  readRecs,
  hasAttemptOn,
} from './automatic-wire.ts';
import { verifyRecurrence } from './br-code.ts';
import { toPixId } from './pix-wire.ts';

export const AUTOMATIC_SCOPE =
  'rec.write rec.read cobr.write cobr.read payloadlocationrec.write payloadlocationrec.read webhookrec.write webhookrec.read webhookcobr.write webhookcobr.read';

/**
 * The receiving account: the standard requires it in every mandate charge, and takes no Pix key
 * there.
 */
export type ReceivingAccount = {
  agency: string;
  number: string;
  type: 'CORRENTE' | 'POUPANCA' | 'PAGAMENTO';
};

export type AutomaticParts = {
  client: TokenClient;
  clock: Clock;
  account: ReceivingAccount;
  refuse: (reply: GatewayReply) => GatewayError;
  /** Creates the charge that the same code pays. */
  createCharge: (request: ChargeRequest) => Promise<ChargeReport>;
};

/** Tolerance around the opening, for a different clock at the bank. */
const MARGIN_MS = HOUR_MS;

const debtorOf = ({ document, name }: { document: string; name: string }) => ({
  ...(document.length === 11 ? { cpf: document } : { cnpj: document }),
  nome: name.slice(0, 140),
});

/** The bank has no id of ours, so a mandate is found by its contract name. */
const findByContract = async (
  { client, clock, refuse }: AutomaticParts,
  { mandateId, document, openedAt }: Omit<MandateLookup, 'ref'>,
): Promise<Rec | null> => {
  const until = new Date(clock.now().getTime() + MARGIN_MS);
  const query = new URLSearchParams({
    inicio: new Date(openedAt.getTime() - MARGIN_MS).toISOString(),
    fim: until.toISOString(),
    [document.length === 11 ? 'cpf' : 'cnpj']: document,
    'paginacao.itensPorPagina': '1000',
  });
  const reply = await client.send({ method: 'GET', path: `/rec?${query}` });
  if (reply.status >= 300) throw refuse(reply);
  return (
    readRecs(reply.body).find(({ vinculo }) => vinculo.contrato === toPixId(mandateId)) ?? null
  );
};

const fetchRec = async (
  { client, refuse }: AutomaticParts,
  ref: string,
  txid?: string,
): Promise<Rec | null> => {
  const reply = await client.send({
    method: 'GET',
    path: `/rec/${encodeURIComponent(ref)}${txid === undefined ? '' : `?txid=${txid}`}`,
  });
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refuse(reply);
  return readRec(reply.body);
};

const createRec = async (parts: AutomaticParts, request: MandateRequest): Promise<Rec> => {
  const { client, refuse } = parts;
  const location = await client.send({ method: 'POST', path: '/locrec' });
  if (location.status >= 300) throw refuse(location);
  const json = {
    vinculo: {
      contrato: toPixId(request.mandateId),
      objeto: request.subject.slice(0, 35),
      devedor: debtorOf(request.payer),
    },
    calendario: { dataInicial: request.startsOn, periodicidade: 'MENSAL' },
    valor: { valorRec: decimalText(request.amountCentavos) },
    politicaRetentativa: 'PERMITE_3R_7D',
    loc: readLocation(location.body),
    ...(request.first && { ativacao: { dadosJornada: { txid: toPixId(request.first.chargeId) } } }),
  };
  return sendWithLookup({
    send: () => client.send({ method: 'POST', path: '/rec', json }),
    parse: readRec,
    lookUp: () =>
      findByContract(parts, {
        mandateId: request.mandateId,
        document: request.payer.document,
        openedAt: parts.clock.now(),
      }),
    toError: refuse,
  });
};

/** How long a mandate is searched by its contract: longer than any code lives. */
const OPENING_MS = 2 * DAY_MS;

const open = async (parts: AutomaticParts, request: MandateRequest): Promise<MandateOffer> => {
  const charge = request.first && (await parts.createCharge(request.first));
  if (charge && charge.state !== 'pending') return { mandate: null, brCode: null, charge };
  const { mandateId, payer, amountCentavos } = request;
  const made =
    (await findByContract(parts, {
      mandateId,
      document: payer.document,
      openedAt: new Date(parts.clock.now().getTime() - OPENING_MS),
    })) ?? (await createRec(parts, request));
  const rec = await fetchRec(
    parts,
    made.idRec,
    request.first ? toPixId(request.first.chargeId) : undefined,
  );
  if (!rec)
    throw new GatewayError(
      'unknown',
      'the gateway does not know the recurrence that it has just made',
    );
  if (rec.valor.valorRec !== undefined && rec.valor.valorRec !== amountCentavos)
    throw new GatewayError('invalid', 'the gateway charges another amount than the requested one');
  const mandate = mandateOf(rec, mandateId);
  if (mandate.state !== 'waiting') return { mandate, brCode: null, charge };
  const brCode = rec.dadosQR?.pixCopiaECola ?? '';
  const chargeCode = charge?.presentment?.kind === 'pix' ? charge.presentment.brCode : null;
  verifyRecurrence(brCode, rec.loc?.location ?? '', chargeCode);
  return {
    mandate,
    brCode,
    charge:
      charge?.presentment?.kind === 'pix'
        ? { ...charge, presentment: { ...charge.presentment, brCode } }
        : charge,
  };
};

const status = async (
  parts: AutomaticParts,
  mandate: MandateLookup,
): Promise<MandateReport | null> => {
  const rec =
    mandate.ref === null
      ? await findByContract(parts, mandate)
      : await fetchRec(parts, mandate.ref);
  return rec && mandateOf(rec, mandate.mandateId);
};

const cancel = async (
  parts: AutomaticParts,
  mandate: MandateLookup,
): Promise<MandateReport | null> => {
  const found = await status(parts, mandate);
  if (!found || found.state === 'ended') return found;
  return sendWithLookup({
    send: () =>
      parts.client.send({
        method: 'PATCH',
        path: `/rec/${encodeURIComponent(found.ref)}`,
        json: { status: 'CANCELADA' },
      }),
    parse: (body) => mandateOf(readRec(body), mandate.mandateId),
    lookUp: async () => {
      const now = await status(parts, { ...mandate, ref: found.ref });
      return now?.state === 'ended' ? now : null;
    },
    toError: parts.refuse,
  });
};

/** `createCharge`, `status` and `cancel` for mandate charges. */
export const createMandateCharges = ({
  client,
  account,
  refuse,
}: Omit<AutomaticParts, 'createCharge' | 'clock'>) => {
  const path = (chargeId: ChargeId): string => `/cobr/${toPixId(chargeId)}`;
  const fetch = async (chargeId: ChargeId): Promise<unknown> => {
    const reply = await client.send({ method: 'GET', path: path(chargeId) });
    if (reply.status === 404) return null;
    if (reply.status >= 300) throw refuse(reply);
    return reply.body;
  };
  const lookUp = async (chargeId: ChargeId): Promise<ChargeReport | null> => {
    const body = await fetch(chargeId);
    return body === null ? null : readCobr(body, chargeId);
  };
  const create = async ({
    chargeId,
    amountCentavos,
    description,
    mandateCharge,
  }: ChargeRequest): Promise<ChargeReport> => {
    if (!mandateCharge)
      throw new GatewayError('refused', 'a mandate charge needs a mandate, and none was named');
    const json = {
      idRec: mandateCharge.mandateRef,
      infoAdicional: description.slice(0, 140),
      calendario: { dataDeVencimento: mandateCharge.dueDate },
      valor: { original: decimalText(amountCentavos) },
      // Pix works on every day; with an adjustment to business days the month would begin late.
      ajusteDiaUtil: false,
      recebedor: { agencia: account.agency, conta: account.number, tipoConta: account.type },
    };
    const report = await sendWithLookup({
      send: () => client.send({ method: 'PUT', path: path(chargeId), json }),
      parse: (body) => readCobr(body, chargeId),
      lookUp: () => lookUp(chargeId),
      toError: refuse,
    });
    if (report.amountCentavos !== amountCentavos)
      throw new GatewayError(
        'invalid',
        'the gateway charges another amount than the requested one',
      );
    return report;
  };
  const end = (chargeId: ChargeId): Promise<ChargeReport> =>
    sendWithLookup({
      send: () =>
        client.send({ method: 'PATCH', path: path(chargeId), json: { status: 'CANCELADA' } }),
      parse: (body) => readCobr(body, chargeId),
      lookUp: async () => {
        const found = await lookUp(chargeId);
        return found?.state === 'pending' ? null : found;
      },
      toError: refuse,
    });
  const retry = (chargeId: ChargeId, day: string): Promise<ChargeReport> =>
    sendWithLookup({
      send: () => client.send({ method: 'POST', path: `${path(chargeId)}/retentativa/${day}` }),
      parse: (body) => readCobr(body, chargeId),
      lookUp: async () => {
        const body = await fetch(chargeId);
        return body !== null && hasAttemptOn(body, day) ? readCobr(body, chargeId) : null;
      },
      toError: refuse,
    });
  return { create, lookUp, end, retry };
};

/** The mandates of Pix Automático. */
export const createMandatesApi = (parts: AutomaticParts): MandatesApi => {
  const { retry } = createMandateCharges(parts);
  return {
    open: (request) => open(parts, request),
    status: (mandate) => status(parts, mandate),
    cancel: (mandate) => cancel(parts, mandate),
    retry: ({ chargeId }, day) => retry(chargeId, day),
  };
};
