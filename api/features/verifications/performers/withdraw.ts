// A person withdraws their consent by their link: from some scopes, from some media, or from all.
// What follows is hidden in the same transaction; copies and refunds are jobs of the consents
// feature.
import type { Routes } from '@camarim/contract';
import {
  CONSENT_SCOPES,
  CONSENT_TEXT_VERSION,
} from '@camarim/contract/features/verifications/performers';
import type { MediaId, PerformerId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type ConsentChange, consentsOf, insertConsents } from './consent-store.ts';
import { lockByToken, signByLink } from './link.ts';
import { archivesOf, mediaAmong } from './media-store.ts';
import { notifyAnswer } from './notify-answer.ts';
import { canAnswer } from './rules.ts';
import { openPerson } from '../secrets.ts';
import {
  lockPerformer,
  performerById,
  type PerformerRow,
  type Person,
  recordAnswer,
} from './store.ts';
import type { PostVisibility } from './visibility.ts';

declare module '../../../platform/jobs/port.ts' {
  interface JobPayloads {
    /** Looks for copies of what a person withdrew from, and returns the money of its buyers. */
    'consents.follow': { performerId: string };
  }
}

type Body = BodyOf<Routes['POST /publics/performers/withdraw']>;
type Withdrawal = Omit<Body, 'token'>;

/** Throws media.notFound for a media in which the person is not. */
const changesOf = async (
  tx: Transaction,
  { id }: PerformerRow,
  { scopes, mediaIds }: Withdrawal,
): Promise<ConsentChange[]> => {
  const named = mediaIds && [...new Set(mediaIds)];
  if (named && (await mediaAmong(tx, id, named)).length < named.length)
    throw new AppError('media.notFound');
  const of = (scope: ConsentChange['scope'], mediaId: MediaId | null): ConsentChange => ({
    act: 'withdrawal',
    scope,
    mediaId,
  });
  const changes = scopes.flatMap((scope) => (named ?? [null]).map((mediaId) => of(scope, mediaId)));
  // Who may download a file is who may see it: files with the person leave posts and messages.
  const archives = scopes.includes('download') ? await archivesOf(tx, id) : [];
  const left = archives.filter((mediaId) => named === null || named.includes(mediaId));
  const all = [
    ...changes,
    ...left.flatMap((mediaId) => [of('post', mediaId), of('message', mediaId)]),
  ];
  // An archive may be named together with these scopes; an entry is recorded once.
  return [...new Map(all.map((change) => [`${change.scope} ${change.mediaId}`, change])).values()];
};

/** Whether nothing that the person granted is left. */
const isWhole = ({ scopes: granted }: PerformerRow, { scopes, mediaIds }: Withdrawal): boolean =>
  mediaIds === null && granted.every((scope) => scopes.includes(scope));

/**
 * Records the withdrawal in the ledger, hides posts and media, and emails both sides. One from all
 * scopes and media ends the record. The same withdrawal again changes nothing. Throws
 * token.invalid, performer.alreadyAnswered, and media.notFound.
 */
export const withdrawConsent = async (
  ctx: Ctx,
  postVisibility: PostVisibility,
  { token, ...withdrawal }: Body,
  address: string,
): Promise<DataInput<Routes['POST /publics/performers/withdraw']>> => {
  const now = ctx.clock.now();
  return transaction(ctx.db, async (tx) => {
    const row = await lockByToken(tx, token, now);
    if (!canAnswer(row, 'withdraw')) throw new AppError('performer.alreadyAnswered');
    const whole = isWhole(row, withdrawal);
    const changes = await changesOf(tx, row, {
      ...withdrawal,
      scopes: whole ? [...CONSENT_SCOPES] : withdrawal.scopes,
    });
    const performer = { id: row.id, producerId: row.profile_id };
    await insertConsents(tx, performer, changes, signByLink(address, now));
    if (whole) await recordAnswer(tx, row.id, { consent: 'withdrawn', now });
    const posts = await postVisibility.sync(tx, row.id);
    await ctx.jobs.enqueue(tx, 'consents.follow', { performerId: row.id });
    await notifyAnswer(ctx, tx, row, whole ? 'withdraw' : 'withdrawPart', posts);
    return { consent: whole ? 'withdrawn' : 'given', posts };
  });
};

/** Who withdrew, and where the answer about copies goes: null when their data was erased. */
export type Withdrawer = {
  id: PerformerId;
  contact: { name: string; email: string; locale: Locale } | null;
};

/** In the language of the producer, as all emails to performers. */
export const withdrawerOf = async (ctx: Ctx, id: PerformerId): Promise<Withdrawer> => {
  const row = await performerById(ctx.db, id);
  const person = row && openPerson<Person>(ctx, row);
  const producer = row && (await ctx.accounts.contactOf(ctx.db, row.profile_id));
  const locale = producer?.locale ?? 'pt';
  return { id, contact: person && { name: person.fullName, email: person.email, locale } };
};

/**
 * What the person withdrew from one media is withdrawn from its copies, too. False when that was
 * recorded before.
 */
export const withdrawFromCopies = async (
  tx: Transaction,
  performerId: PerformerId,
  original: MediaId,
  copies: readonly MediaId[],
  now: Date,
): Promise<boolean> => {
  const row = await lockPerformer(tx, performerId);
  const entries = await consentsOf(tx, performerId);
  const named = entries.filter(({ mediaId }) => mediaId === original);
  const changes = copies.flatMap((mediaId) => named.map((entry) => ({ ...entry, mediaId })));
  if (!row || changes.length === 0) return false;
  const signature = {
    signedBy: 'copy',
    textVersion: CONSENT_TEXT_VERSION,
    network: '',
    now,
  } as const;
  const performer = { id: row.id, producerId: row.profile_id };
  return (await insertConsents(tx, performer, changes, signature)) > 0;
};
