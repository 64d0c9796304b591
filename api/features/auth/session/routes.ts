// Routes of /profiles/sessions: lists and ends the viewer's sessions.
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Auth } from '../create-auth.ts';
import { deviceName } from '../../../platform/http/device-name.ts';
import { listOpenSessions, revokeSessions } from './session-store.ts';
import { publishSessionsEnded, endSessionsOf } from './sessions.ts';

export const sessionHandlers = ({ ctx }: Auth) =>
  handlers({
    'GET /profiles/sessions': async ({ viewer, query: { limit, offset } }) => {
      const { rows, total } = await listOpenSessions(ctx.db, viewer.userId, ctx.clock.now(), {
        limit,
        offset,
      });
      const data = rows.map(({ id, user_agent, address, place, created_at, last_used_at }) => ({
        id,
        device: deviceName(user_agent),
        address,
        place: place || null,
        createdAt: created_at.toISOString(),
        lastUsedAt: last_used_at.toISOString(),
        current: id === viewer.sessionId,
      }));
      return { data, total, limit, offset };
    },
    'DELETE /profiles/sessions/{id}': async ({ viewer, params }) => {
      const ended = await revokeSessions(ctx.db, viewer.userId, {
        reason: 'revoked',
        now: ctx.clock.now(),
        one: params.id,
      });
      if (ended.length === 0) throw new AppError('session.notFound');
      await publishSessionsEnded(ctx, ended);
      return { data: null };
    },
    'DELETE /profiles/sessions': async ({ viewer }) => {
      const ended = await transaction(ctx.db, (tx) =>
        endSessionsOf(ctx, tx, viewer.userId, 'revoked', viewer.sessionId),
      );
      await publishSessionsEnded(ctx, ended);
      return { data: { ended: ended.length } };
    },
  });
