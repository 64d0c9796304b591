// Pix Automático at the standard's real paths: locations, mandates (rec), mandate charges (cobr),
// and their webhooks.
import type { FastifyInstance } from 'fastify';
import {
  findRecurrenceWebhook,
  putRecurrenceWebhook,
  removeRecurrenceWebhook,
  type RecurrenceTopic,
} from '../notifications.ts';
import { webhookUrlOf } from '../webhook-address.ts';
import type { Bank } from '../notifications.ts';
import { Problem } from '../problem.ts';
import type { WithScope } from '../access.ts';
import { cobQuerySchema, parse, txidSchema } from '../schemas.ts';
import {
  cancelCobr,
  describeCobr,
  describeCreatedCobr,
  findCobr,
  putCobr,
  retryCobr,
  runDebits,
} from './cobrs.ts';
import { locrecReply } from './model.ts';
import {
  addLocation,
  addRec,
  describeCreatedRec,
  describeRec,
  endRec,
  findLocation,
  findRec,
  findRecByToken,
  listRecs,
} from './recs.ts';
import { cancelSchema, cobrSchema, daySchema, recSchema } from './schemas.ts';

type ById = { Params: { id: string } };
type ByIdRec = { Params: { idRec: string }; Querystring: { txid?: string } };
type ByTxid = { Params: { txid: string } };
type ByTxidAndDay = { Params: { txid: string; data: string } };

/** Interval of the debit run; every query also runs what is due. */
const DEBIT_INTERVAL_MS = 60_000;

export const recurrenceRoutes = (app: FastifyInstance, bank: Bank, withScope: WithScope): void => {
  bank.clock.onAdvance(() => runDebits(bank));
  const timer = setInterval(() => runDebits(bank), DEBIT_INTERVAL_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  app.post('/locrec', withScope('payloadlocationrec.write'), async (_request, reply) =>
    reply.code(201).send(locrecReply(addLocation(bank), bank)),
  );
  app.get<ById>('/locrec/:id', withScope('payloadlocationrec.read'), async ({ params }) =>
    locrecReply(findLocation(bank, params.id), bank),
  );

  app.post('/rec', withScope('rec.write'), async (request, reply) =>
    reply
      .code(201)
      .send(
        describeCreatedRec(
          bank,
          addRec(bank, parse(recSchema, request.body, 'RecOperacaoInvalida', 'rec')),
        ),
      ),
  );
  app.get('/rec', withScope('rec.read'), async (request) =>
    listRecs(bank, parse(cobQuerySchema, request.query, 'RequisicaoInvalida', 'rec')),
  );
  app.get<ByIdRec>('/rec/:idRec', withScope('rec.read'), async ({ params, query }) =>
    describeRec(bank, findRec(bank, params.idRec), query.txid),
  );
  app.patch<ByIdRec>('/rec/:idRec', withScope('rec.write'), async ({ params, body }) => {
    parse(cancelSchema, body, 'RecOperacaoInvalida', 'rec');
    return describeCreatedRec(
      bank,
      bank.store.atomic(() => endRec(bank, params.idRec, 'USUARIO_RECEBEDOR')),
    );
  });
  chargeRoutes(app, bank, withScope);
  recurrenceWebhookRoutes(app, bank, 'rec', {
    read: withScope('webhookrec.read'),
    write: withScope('webhookrec.write'),
  });
  recurrenceWebhookRoutes(app, bank, 'cobr', {
    read: withScope('webhookcobr.read'),
    write: withScope('webhookcobr.write'),
  });
};

/** The mandate at a location. Public to every holder of the token, as in the standard. */
export const recurrencePayload = (app: FastifyInstance, bank: Bank): void => {
  app.get<{ Params: { token: string } }>('/qr/v2/rec/:token', async ({ params }) => {
    const rec = findRecByToken(bank, params.token);
    if (!rec) throw new Problem('RecNaoEncontrada', 'Nenhuma recorrência nesta location.');
    return describeRec(bank, rec);
  });
};

const chargeRoutes = (app: FastifyInstance, bank: Bank, withScope: WithScope): void => {
  app.put<ByTxid>('/cobr/:txid', withScope('cobr.write'), async ({ params, body }, reply) => {
    const txid = parse(txidSchema, params.txid, 'RequisicaoInvalida', 'txid');
    return reply
      .code(201)
      .send(
        describeCreatedCobr(
          bank,
          putCobr(bank, txid, parse(cobrSchema, body, 'CobROperacaoInvalida', 'cobr')),
        ),
      );
  });
  app.get<ByTxid>('/cobr/:txid', withScope('cobr.read'), async ({ params }) => {
    runDebits(bank);
    return describeCobr(bank, findCobr(bank, params.txid));
  });
  app.patch<ByTxid>('/cobr/:txid', withScope('cobr.write'), async ({ params, body }) => {
    parse(cancelSchema, body, 'CobROperacaoInvalida', 'cobr');
    runDebits(bank);
    return describeCreatedCobr(bank, cancelCobr(bank, params.txid));
  });
  app.post<ByTxidAndDay>(
    '/cobr/:txid/retentativa/:data',
    withScope('cobr.write'),
    async ({ params }, reply) => {
      const day = parse(daySchema, params.data, 'CobROperacaoInvalida', 'data');
      runDebits(bank);
      return reply.code(201).send(describeCobr(bank, retryCobr(bank, params.txid, day)));
    },
  );
};

type Guards = Record<'read' | 'write', ReturnType<WithScope>>;

/** PUT, GET and DELETE of /webhookrec and /webhookcobr. */
const recurrenceWebhookRoutes = (
  app: FastifyInstance,
  bank: Bank,
  subject: RecurrenceTopic,
  { read, write }: Guards,
): void => {
  app.put(`/webhook${subject}`, write, async (request) => {
    putRecurrenceWebhook(bank, subject, webhookUrlOf(request));
    return findRecurrenceWebhook(bank, subject);
  });
  app.get(`/webhook${subject}`, read, async () => findRecurrenceWebhook(bank, subject));
  app.delete(`/webhook${subject}`, write, async (_request, reply) => {
    removeRecurrenceWebhook(bank, subject);
    return reply.code(204).send();
  });
};
