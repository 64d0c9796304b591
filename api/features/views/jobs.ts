// The job that forgets who was counted, and the timer that writes what this process gathered.
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../context.ts';
import { countView, FLUSH_INTERVAL_MS, flushViews } from './counter.ts';
import { isProgram, profileNameIn } from './rules.ts';
import { deletePastMarks } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'views.forget': Record<never, never>;
  }
}

export const forgetViewers = ({ db, clock }: Ctx): Promise<void> =>
  deletePastMarks(db, clock.now());

/** Five minutes past midnight in São Paulo, when every process has written the day before. */
export const defineViewsJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    'views.forget',
    { retries: 5, backoffSeconds: 300, expireSeconds: 900, concurrency: 1, cron: '5 3 * * *' },
    () => forgetViewers(ctx),
  );
};

/**
 * Counts profile pages that visitors get: many share one rendering, which calls the API once. Pages
 * kept by a cache in front of the server are not seen here. Members are counted by the call.
 */
export const serveViews = (server: FastifyInstance, ctx: Ctx): void => {
  const timer = setInterval(() => void flushViews(ctx), FLUSH_INTERVAL_MS).unref();
  server.addHook('onClose', async () => {
    clearInterval(timer);
    await flushViews(ctx);
  });
  server.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET' || reply.statusCode !== 200) return;
    // A member, also one whose short session is renewed by this request.
    if (request.cookies?.['token'] || request.cookies?.['refreshToken']) return;
    const domainName = profileNameIn(request.url);
    const userAgent = request.headers['user-agent'] ?? '';
    if (domainName !== null && !isProgram(userAgent))
      countView(ctx, { domainName }, { profileId: null, address: request.ip, userAgent });
  });
};
