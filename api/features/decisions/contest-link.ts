// The link by which a person who can't log in contests a decision: the refusal of a report that
// they filed or of a removal that they asked for, or the block of their account. Signed, so that
// nothing needs to be stored for it; it names no person.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { installationSecret } from '../../platform/installation/secret.ts';

/** A refused report or removal request, or a block, which its entry of the audit log names. */
export type Refusal = { kind: 'report' | 'removal' | 'block'; id: string };

const TOKEN = /^(?:(report|removal)\.([0-9a-f-]{36})|(block)\.(\d{1,15}))\.([\w-]{43})$/;

const signatureOf = async ({ db }: Pick<Ctx, 'db'>, { kind, id }: Refusal): Promise<string> =>
  createHmac('sha256', await installationSecret(db, 'decisions.contest'))
    .update(`${kind}/${id}`)
    .digest('base64url');

export const contestToken = async (ctx: Pick<Ctx, 'db'>, refusal: Refusal): Promise<string> =>
  `${refusal.kind}.${refusal.id}.${await signatureOf(ctx, refusal)}`;

/** The token is in the fragment, which appears in no server log. */
export const contestLink = async (
  ctx: Pick<Ctx, 'db' | 'config'>,
  refusal: Refusal,
): Promise<string> => `${ctx.config.publicUrl}/help/contest#${await contestToken(ctx, refusal)}`;

/** Throws token.invalid. */
export const readContest = async (ctx: Pick<Ctx, 'db'>, token: string): Promise<Refusal> => {
  const [, request, requestId, block, blockId, signature] = TOKEN.exec(token) ?? [];
  const [kind, id] = [request ?? block, requestId ?? blockId];
  if (!kind || !id || !signature) throw new AppError('token.invalid');
  const refusal: Refusal = { kind: kind as Refusal['kind'], id };
  const expected = Buffer.from(await signatureOf(ctx, refusal));
  if (!timingSafeEqual(expected, Buffer.from(signature))) throw new AppError('token.invalid');
  return refusal;
};
