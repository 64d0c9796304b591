// Sending a show from a page. A page that is only opened does not take the place of a program.
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { SessionId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { LiveRow } from '../store.ts';
import { type Connection, connectProducer } from './connect.ts';
import { markTakenOver } from './states-store.ts';

/** Throws live.sentByProgram unless `takeOver`, and what `connectProducer` throws. */
export const publishFromDevice = async (
  ctx: Ctx,
  live: Allowed<LiveRow>,
  sdp: string,
  { takeOver, sessionId }: { takeOver: boolean; sessionId: SessionId },
): Promise<Connection> => {
  if (live.program !== null && !takeOver) throw new AppError('live.sentByProgram');
  // Before the program's connection is replaced, upon which it connects again.
  if (takeOver) await markTakenOver(ctx.db, live.id, ctx.clock.now());
  return connectProducer(ctx, live, sdp, sessionId);
};
