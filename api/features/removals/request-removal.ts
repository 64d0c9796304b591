// A person asks for a removal, proves their address by the link of an email, and follows the state.
import { randomBytes } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { DAY_SECONDS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { limitAddress } from '../../platform/limits/address.ts';
import { contestToken } from '../decisions/index.ts';
import { dueAtOf, referenceOf } from '../reports/index.ts';
import { createToken } from '../verifications/index.ts';
import { addItems } from './items.ts';
import { notifyAdmins } from './notify.ts';
import { type Person, sealContextOf } from './person.ts';
import { openPicture } from './pictures.ts';
import { stateOf, targetOf } from './rules.ts';
import {
  insertRequest,
  lockRequest,
  markConfirmed,
  mediasNamed,
  type RequestRow,
  requestByReference,
  requestByToken,
} from './store.ts';
import { hashToken } from '../../platform/tokens/hash-token.ts';

/** Each may withhold what other people published. */
const REQUESTS_PER_DAY = 5;

type NewRequest = Omit<BodyOf<Routes['POST /publics/removals']>, 'recapcha' | 'goodFaith'>;

/**
 * Nothing happens until the address is proven. Throws removal.nothingNamed, removal.pictureInvalid
 * and removal.tooMany.
 */
export const askForRemoval = async (
  ctx: Ctx,
  { name, email, ground, byRepresentative, text, links, pictures }: NewRequest,
  { address, locale }: { address: string; locale: Locale },
): Promise<{ reference: string }> => {
  const { config, clock, seal, mail, strictLimits } = ctx;
  if (links.length + pictures.length === 0) throw new AppError('removal.nothingNamed');
  const hashes = pictures.map((picture) => openPicture(ctx, picture));
  const id = newId();
  const reference = referenceOf('M', randomBytes(8));
  const token = createToken();
  await transaction(ctx.db, async (tx) => {
    for (const key of [`removals|${limitAddress(address)}`, `removals|${email}`]) {
      const rule = { limit: REQUESTS_PER_DAY, windowSeconds: DAY_SECONDS };
      if (!(await strictLimits.in(tx).take(key, rule)).allowed)
        throw new AppError('removal.tooMany');
    }
    await insertRequest(tx, {
      id,
      reference,
      tokenHash: hashToken(token),
      sealed: seal.seal(sealContextOf(id), { name, email, text, locale } satisfies Person),
      ground,
      byRepresentative,
      links: links.map((link) => ({ link, target: targetOf(link, config.publicUrl) })),
      hashes,
      now: clock.now(),
    });
    await mail.send(tx, {
      to: email,
      locale,
      template: 'removalAsked',
      params: { name, reference, link: `${config.publicUrl}/removal/follow#${token}` },
    });
  });
  return { reference };
};

type View = DataInput<Routes['POST /publics/removals/view']>;

const present = async (ctx: Ctx, row: RequestRow): Promise<View> => ({
  reference: row.reference,
  state: stateOf(row),
  createdAt: row.created_at.toISOString(),
  dueAt: row.due_at?.toISOString() ?? null,
  searched: row.searched_at !== null,
  found: row.found,
  removed: row.removed,
  decidedAt: row.decided_at?.toISOString() ?? null,
  reason: row.reason,
  contest:
    row.outcome === 'refused' ? await contestToken(ctx, { kind: 'removal', id: row.id }) : null,
});

/** Throws token.invalid. */
export const viewRequest = async (ctx: Ctx, token: string): Promise<View> => {
  const row = await requestByToken(ctx.db, hashToken(token));
  if (!row) throw new AppError('token.invalid');
  return present(ctx, row);
};

/**
 * Finds a request by its reference and email address, which only the person and the team know. A
 * wrong reference and a wrong address are one refusal, so that no one learns which references
 * exist. Throws removal.notFound.
 */
export const findRequestByReference = async (
  ctx: Ctx,
  { reference, email }: BodyOf<Routes['POST /publics/removals/follow']>,
): Promise<View> => {
  const { db, seal } = ctx;
  const row = await requestByReference(db, reference);
  const person = row?.sealed ? seal.open<Person>(sealContextOf(row.id), row.sealed) : null;
  if (!row || person?.email !== email) throw new AppError('removal.notFound');
  return present(ctx, row);
};

/**
 * The deadline begins, the named media are withheld in the same transaction, and a job looks for
 * copies. Doing it twice changes nothing. Throws token.invalid.
 */
export const confirmRequest = async (ctx: Ctx, token: string): Promise<View> =>
  transaction(ctx.db, async (tx) => {
    const found = await requestByToken(tx, hashToken(token));
    const row = found && (await lockRequest(tx, found.id));
    if (!row) throw new AppError('token.invalid');
    if (row.confirmed_at) return present(ctx, row);
    const now = ctx.clock.now();
    const dueAt = dueAtOf(row.ground === 'minor' ? 'minor' : 'intimateImage', now, ctx.config);
    await markConfirmed(tx, row.id, { dueAt, now });
    await addItems(
      ctx,
      tx,
      row,
      (await mediasNamed(tx, row.id)).map((mediaId) => ({
        mediaId,
        via: 'link',
        distance: 0,
        plain: false,
      })),
    );
    await ctx.jobs.enqueue(tx, 'removals.search', { requestId: row.id });
    await notifyAdmins(ctx, tx, { reference: row.reference, dueAt });
    const confirmed = await lockRequest(tx, row.id);
    if (!confirmed) throw new Error(`request ${row.id} is gone`);
    return present(ctx, confirmed);
  });
