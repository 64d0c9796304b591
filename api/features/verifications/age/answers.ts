// Where wallets post their answers (OpenID4VP 1.0, response mode direct_post): POST /age/answers.
// A wallet has neither our cookies nor our headers; the state in the form names the attempt.
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { ANSWER_PATH } from '../../../platform/age/attempts.ts';
import { limitAddress } from '../../../platform/limits/address.ts';

/** Far above a document with one attribute and its certificates. */
const ANSWER_MAX_BYTES = 65_536;
const PER_MINUTE = 60;

const refused = { error: 'invalid_request' };

export const registerAgeAnswers = (server: FastifyInstance, { age, limits }: Ctx): void => {
  void server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: ANSWER_MAX_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post(ANSWER_PATH, { schema: { hide: true } as never }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { allowed } = await limits.take(`age.answers|${limitAddress(request.ip)}`, {
        limit: PER_MINUTE,
        windowSeconds: 60,
      });
      if (!allowed) return reply.code(429).send(refused);
      const answer = (request.body ?? {}) as Record<string, string>;
      const received = await age.receive(answer['state'] ?? '', answer);
      if (!received) return reply.code(400).send(refused);
      return reply.send(
        received.redirectUrl === null ? {} : { redirect_uri: received.redirectUrl },
      );
    });
  });
};
