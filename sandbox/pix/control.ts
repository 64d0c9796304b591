// Control API of the Pix stand-in for tests: payments, wrong amounts, late payments, disputes.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dispute, pay, refundFromPanel } from './payments.ts';
import type { Bank } from './notifications.ts';
import { pixReply, refundReply } from './model.ts';
import { listPayouts, returnPayout } from './payouts.ts';
import { Problem } from './problem.ts';
import { endByPayer } from './recurrence/cobrs.ts';
import { findRec, approveRec } from './recurrence/recs.ts';
import { valorSchema } from './schemas.ts';

const paySchema = z
  .object({
    valor: valorSchema.optional(),
    force: z.boolean().optional(),
    payer: z.string().optional(),
  })
  .default({});
const returnSchema = z.object({ valor: valorSchema.optional() }).default({});
const disputeSchema = z
  .object({
    valor: valorSchema.optional(),
    natureza: z.enum(['MED_OPERACIONAL', 'MED_FRAUDE']).default('MED_FRAUDE'),
  })
  .default({ natureza: 'MED_FRAUDE' });

/**
 * `POST /__pix/cob/{txid}/pay {valor?, force?, payer?}`: `valor` pays another amount, `force` pays
 * after expiry or removal, or again. `POST /__pix/pix/{endToEndId}/contest {valor?, natureza?}`: a
 * dispute (MED) refunds without a request. `POST /__pix/pix/{endToEndId}/refund {valor?}`: a refund
 * made in the institution's panel. `POST /__pix/rec/{idRec}/permit` and `.../end`: the payer
 * approves a mandate by its code, or cancels it in their bank's app. `POST
 * /__pix/payouts/{idEnvio}/return {valor?}`: the receiver's bank returns a payout, or a part of it;
 * `GET /__pix/payouts`: all payouts.
 */
export const pixControl =
  (bank: Bank) =>
  async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof Problem) return reply.code(error.status).send(error.toBody());
      if (error instanceof z.ZodError) return reply.code(400).send({ error: error.message });
      throw error;
    });
    app.post<{ Params: { txid: string } }>('/__pix/cob/:txid/pay', async (request, reply) => {
      const { valor, force, payer } = paySchema.parse(request.body ?? undefined);
      return reply
        .code(201)
        .send(
          pixReply(
            pay(bank, request.params.txid, { valor, force, payerId: payer }),
            bank.clock.now(),
          ),
        );
    });
    app.post<{ Params: { endToEndId: string } }>(
      '/__pix/pix/:endToEndId/contest',
      async (request, reply) => {
        const { valor, natureza } = disputeSchema.parse(request.body ?? undefined);
        return reply
          .code(201)
          .send(
            refundReply(
              dispute(bank, request.params.endToEndId, natureza, valor),
              bank.clock.now(),
            ),
          );
      },
    );
    app.post<{ Params: { idEnvio: string } }>(
      '/__pix/payouts/:idEnvio/return',
      async (request, reply) => {
        const { valor } = returnSchema.parse(request.body ?? undefined);
        return reply.code(201).send(returnPayout(bank, request.params.idEnvio, valor));
      },
    );
    app.post<{ Params: { endToEndId: string } }>(
      '/__pix/pix/:endToEndId/refund',
      async (request, reply) => {
        const { valor } = z
          .object({ valor: valorSchema.optional() })
          .default({})
          .parse(request.body ?? undefined);
        return reply
          .code(201)
          .send(
            refundReply(refundFromPanel(bank, request.params.endToEndId, valor), bank.clock.now()),
          );
      },
    );
    app.post<{ Params: { idRec: string } }>('/__pix/rec/:idRec/permit', async (request, reply) =>
      reply.code(201).send(approveRec(bank, findRec(bank, request.params.idRec), '00000001')),
    );
    app.post<{ Params: { idRec: string } }>('/__pix/rec/:idRec/end', async (request, reply) =>
      reply.code(201).send(endByPayer(bank, request.params.idRec)),
    );
    app.get('/__pix/payouts', async () => listPayouts(bank));
  };
