// A person asks for a removal, proves their address by the link of an email, follows the state, and
// adds what they meant.
import { randomBytes } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import { REMOVAL_LINKS_TOTAL } from '@camarim/contract/features/removals/limits';
import { targetOf } from '@camarim/contract/features/removals/links';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { DAY_SECONDS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { limitAddress } from '../../platform/limits/address.ts';
import { contestToken } from '../decisions/index.ts';
import { dueAtOf, referenceOf } from '../reports/index.ts';
import { createToken } from '../verifications/index.ts';
import { addItems } from './items.ts';
import { notifyAdmins } from './notify.ts';
import { type Person, sealContextOf } from './person.ts';
import { insertNamed, type NamedTargets } from './named-store.ts';
import { openPicture } from './pictures.ts';
import { stateOf } from './rules.ts';
import {
  insertRequest,
  lockRequest,
  markConfirmed,
  markSearched,
  mediasNamed,
  type RequestRow,
  requestByReference,
  requestByToken,
} from './store.ts';
import { hashToken } from '../../platform/tokens/hash-token.ts';

/** Each may withhold what other people published. */
const REQUESTS_PER_DAY = 5;

const limitRequests = async (
  { strictLimits }: Ctx,
  tx: Transaction,
  { address, email }: { address: string; email: string },
): Promise<void> => {
  const rule = { limit: REQUESTS_PER_DAY, windowSeconds: DAY_SECONDS };
  for (const key of [`removals|${limitAddress(address)}`, `removals|${email}`])
    if (!(await strictLimits.in(tx).take(key, rule)).allowed) throw new AppError('removal.tooMany');
};

/** Throws removal.nothingNamed and removal.pictureInvalid. */
const readNamed = (
  ctx: Ctx,
  { links, pictures }: { links: readonly string[]; pictures: readonly string[] },
): NamedTargets => {
  if (links.length + pictures.length === 0) throw new AppError('removal.nothingNamed');
  return {
    links: links.map((link) => ({ link, target: targetOf(link, ctx.config.publicUrl) })),
    hashes: pictures.map((picture) => openPicture(ctx, picture)),
  };
};

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
  const { config, clock, seal, mail } = ctx;
  const named = readNamed(ctx, { links, pictures });
  const id = newId();
  const reference = referenceOf('M', randomBytes(8));
  const token = createToken();
  await transaction(ctx.db, async (tx) => {
    await limitRequests(ctx, tx, { address, email });
    await insertRequest(tx, {
      ...named,
      id,
      reference,
      tokenHash: hashToken(token),
      sealed: seal.seal(sealContextOf(id), { name, email, text, locale } satisfies Person),
      ground,
      byRepresentative,
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

/** Withholds the named media in the caller's transaction, and looks for copies after it. */
const findNamed = async (
  ctx: Ctx,
  tx: Transaction,
  row: Pick<RequestRow, 'id' | 'ground' | 'performer_id'>,
): Promise<View> => {
  const named = await mediasNamed(tx, row.id);
  await addItems(
    ctx,
    tx,
    row,
    named.map((mediaId) => ({ mediaId, via: 'link', distance: 0, plain: false, exact: false })),
  );
  await ctx.jobs.enqueue(tx, 'removals.search', { requestId: row.id });
  const request = await lockRequest(tx, row.id);
  if (!request) throw new Error(`request ${row.id} is gone`);
  return present(ctx, request);
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
    await notifyAdmins(ctx, tx, { reference: row.reference, dueAt });
    return findNamed(ctx, tx, row);
  });

/**
 * For who named the wrong thing: what is added to a request that waits is withheld and looked for
 * as what it named first. It counts as a request of the day. Throws token.invalid,
 * removal.notFound before the address is proven, removal.alreadyDecided, removal.nothingNamed,
 * removal.pictureInvalid and removal.tooMany.
 */
export const addToRequest = async (
  ctx: Ctx,
  { token, ...added }: BodyOf<Routes['POST /publics/removals/add']>,
  { address }: { address: string },
): Promise<View> => {
  const named = readNamed(ctx, added);
  return transaction(ctx.db, async (tx) => {
    const found = await requestByToken(tx, hashToken(token));
    const row = found && (await lockRequest(tx, found.id));
    if (!row) throw new AppError('token.invalid');
    if (!row.confirmed_at || !row.sealed) throw new AppError('removal.notFound');
    if (row.decided_at) throw new AppError('removal.alreadyDecided');
    const { email } = ctx.seal.open<Person>(sealContextOf(row.id), row.sealed);
    await limitRequests(ctx, tx, { address, email });
    if ((await insertNamed(tx, row.id, named)) > REMOVAL_LINKS_TOTAL)
      throw new AppError('removal.tooMany');
    await markSearched(tx, row.id, null);
    return findNamed(ctx, tx, row);
  });
};
