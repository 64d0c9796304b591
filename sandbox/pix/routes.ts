// The central bank's API Pix below /v2 and Efí's own calls beside it, at their real paths, and the
// page that a location points to.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { applyFaults } from '../core/faults.ts';
import { openAccess, UnauthenticatedError, type Client, type WithScope } from './access.ts';
import {
  describeCob,
  findCob,
  findCobByToken,
  findDueCharge,
  listCobs,
  patchCob,
  putCob,
} from './charges.ts';
import { payloadReply, pixReply, refundReply } from './model.ts';
import { findWebhook, putWebhook, removeWebhook } from './notifications.ts';
import { describeRefund, findPix, listPix, refund } from './payments.ts';
import type { Bank } from './notifications.ts';
import { describePayout, sendPayout } from './payouts.ts';
import { EfiError, Problem } from './problem.ts';
import { webhookUrlOf } from './webhook-address.ts';
import { recurrencePayload, recurrenceRoutes } from './recurrence/routes.ts';
import {
  cobQuerySchema,
  cobRevisionSchema,
  cobSchema,
  cobvSchema,
  parse,
  payoutSchema,
  pixQuerySchema,
  refundIdSchema,
  refundSchema,
  txidSchema,
} from './schemas.ts';

type ByTxid = { Params: { txid: string } };
type ByEndToEndId = { Params: { endToEndId: string } };
type ByRefund = { Params: { endToEndId: string; id: string } };
type ByPayout = { Params: { idEnvio: string } };
type ByToken = { Params: { token: string } };
type ByKey = { Params: { chave: string } };

const refuse = (error: unknown, reply: FastifyReply): FastifyReply => {
  const problem = reply.type('application/problem+json');
  if (error instanceof Problem) return problem.code(error.status).send(error.toBody());
  if (error instanceof EfiError)
    return reply.type('application/json').code(error.status).send(error.toBody());
  if (error instanceof UnauthenticatedError)
    return problem.code(401).send({ type: 'about:blank', title: 'Unauthorized', status: 401 });
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  const type = status < 500 ? 'RequisicaoInvalida' : 'ErroInternoDoServidor';
  return problem.code(status).send({
    type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
    title: String((error as Error).message),
    status,
  });
};

/**
 * A Fastify plugin with its own scope: errors have the standard's form, and faults apply to its
 * routes only.
 */
export const pixRoutes =
  (bank: Bank, client: Client) =>
  async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, _request, reply) => refuse(error, reply));
    const access = openAccess(client, bank.clock);
    const withScope: WithScope = (scope) => ({ onRequest: access.allow(scope) });
    await app.register(async (institution) => {
      applyFaults(institution, bank.faults);
      access.issueTokens(institution);
      payoutRoutes(institution, bank, withScope);
      payloadRoutes(institution, bank);
      recurrencePayload(institution, bank);
    });
    await app.register(
      async (standard) => {
        applyFaults(standard, bank.faults);
        cobRoutes(standard, bank, withScope);
        dueRoutes(standard, bank, withScope);
        receivedRoutes(standard, bank, withScope);
        recurrenceRoutes(standard, bank, withScope);
        webhookRoutes(standard, bank, withScope);
      },
      { prefix: '/v2' },
    );
  };

/** Registration of the webhook for payments. */
const webhookRoutes = (app: FastifyInstance, bank: Bank, withScope: WithScope): void => {
  app.put<ByKey>('/webhook/:chave', withScope('webhook.write'), async (request) => {
    putWebhook(bank, request.params.chave, webhookUrlOf(request));
    return findWebhook(bank, request.params.chave);
  });
  app.get<ByKey>('/webhook/:chave', withScope('webhook.read'), async (request) =>
    findWebhook(bank, request.params.chave),
  );
  app.delete<ByKey>('/webhook/:chave', withScope('webhook.write'), async (request, reply) => {
    removeWebhook(bank, request.params.chave);
    return reply.code(204).send();
  });
};

/** Public to every holder of the token, as in the standard; a real bank signs this reply (JWS). */
const payloadRoutes = (app: FastifyInstance, bank: Bank): void => {
  const showPayload = async (request: FastifyRequest<ByToken>, reply: FastifyReply) => {
    const cob = findCobByToken(bank.store, request.params.token);
    if (!cob) throw new Problem('CobPayloadNaoEncontrado', 'Nenhuma cobrança nesta location.');
    if (request.headers.accept?.includes('text/html'))
      return reply.redirect(`/pagar/${cob.txid}`, 303);
    return payloadReply(cob, bank.clock.now());
  };
  app.get<ByToken>('/qr/v2/:token', showPayload);
  app.get<ByToken>('/qr/v2/cobv/:token', showPayload);
};

const cobRoutes = (app: FastifyInstance, bank: Bank, withScope: WithScope): void => {
  app.put<ByTxid>('/cob/:txid', withScope('cob.write'), async (request, reply) => {
    const txid = parse(txidSchema, request.params.txid, 'RequisicaoInvalida', 'txid');
    const terms = parse(cobSchema, request.body, 'CobOperacaoInvalida', 'cob');
    return reply.code(201).send(describeCob(bank, putCob(bank, txid, terms)));
  });
  app.patch<ByTxid>('/cob/:txid', withScope('cob.write'), async (request) => {
    const revision = parse(cobRevisionSchema, request.body, 'CobOperacaoInvalida', 'cob');
    return describeCob(bank, patchCob(bank, request.params.txid, revision));
  });
  app.get<ByTxid>('/cob/:txid', withScope('cob.read'), async (request) =>
    describeCob(bank, findCob(bank.store, request.params.txid)),
  );
  app.get('/cob', withScope('cob.read'), async (request) =>
    listCobs(bank, parse(cobQuerySchema, request.query, 'CobConsultaInvalida', 'cob')),
  );
};

/** Charges with a due date (cobv), used for the Pix code of a boleto. */
const dueRoutes = (app: FastifyInstance, bank: Bank, withScope: WithScope): void => {
  app.put<ByTxid>('/cobv/:txid', withScope('cobv.write'), async (request, reply) => {
    const txid = parse(txidSchema, request.params.txid, 'RequisicaoInvalida', 'txid');
    const terms = parse(cobvSchema, request.body, 'CobVOperacaoInvalida', 'cobv');
    return reply.code(201).send(describeCob(bank, putCob(bank, txid, terms)));
  });
  app.patch<ByTxid>('/cobv/:txid', withScope('cobv.write'), async (request) => {
    const { txid } = findDueCharge(bank.store, request.params.txid);
    return describeCob(
      bank,
      patchCob(
        bank,
        txid,
        parse(
          cobRevisionSchema.pick({ status: true }),
          request.body,
          'CobVOperacaoInvalida',
          'cobv',
        ),
      ),
    );
  });
  app.get<ByTxid>('/cobv/:txid', withScope('cobv.read'), async (request) =>
    describeCob(bank, findDueCharge(bank.store, request.params.txid)),
  );
};

const receivedRoutes = (app: FastifyInstance, bank: Bank, withScope: WithScope): void => {
  app.get('/pix', withScope('pix.read'), async (request) =>
    listPix(bank, parse(pixQuerySchema, request.query, 'PixConsultaInvalida', 'pix')),
  );
  app.get<ByEndToEndId>('/pix/:endToEndId', withScope('pix.read'), async (request) =>
    pixReply(findPix(bank, request.params.endToEndId), bank.clock.now()),
  );
  app.put<ByRefund>(
    '/pix/:endToEndId/devolucao/:id',
    withScope('pix.write'),
    async (request, reply) => {
      const id = parse(refundIdSchema, request.params.id, 'PixDevolucaoInvalida', 'devolucao.id');
      const devolucao = parse(refundSchema, request.body, 'PixDevolucaoInvalida', 'devolucao');
      return reply
        .code(201)
        .send(
          refundReply(refund(bank, request.params.endToEndId, id, devolucao), bank.clock.now()),
        );
    },
  );
  app.get<ByRefund>('/pix/:endToEndId/devolucao/:id', withScope('pix.read'), async (request) =>
    describeRefund(bank, request.params.endToEndId, request.params.id),
  );
};

/** Efí's own paths: the standard has no payouts. */
const payoutRoutes = (app: FastifyInstance, bank: Bank, withScope: WithScope): void => {
  app.put<ByPayout>('/v3/gn/pix/:idEnvio', withScope('pix.send'), async (request, reply) => {
    const idEnvio = parse(refundIdSchema, request.params.idEnvio, 'EnvioInvalido', 'idEnvio');
    const sent = sendPayout(
      bank,
      idEnvio,
      parse(payoutSchema, request.body, 'EnvioInvalido', 'envio'),
    );
    if (sent === null)
      return reply
        .code(409)
        .send({ nome: 'id_envio_duplicado', mensagem: 'O idEnvio já foi utilizado.' });
    return reply.code(201).send(sent);
  });
  app.get<ByPayout>(
    '/v2/gn/pix/enviados/id-envio/:idEnvio',
    withScope('gn.pix.send.read'),
    async (request) => describePayout(bank, request.params.idEnvio),
  );
};
