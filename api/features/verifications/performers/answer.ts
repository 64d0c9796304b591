// The performer's answer to a request for consent, by the link of their email, and the erasure of
// their data.
import { randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { PerformerId, ProfileId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { summarise } from '../../profiles/index.ts';
import { eraseCase } from '../decide.ts';
import { hashOfToken, openPerson } from '../secrets.ts';
import { createLink } from './register.ts';
import { ANSWERS, type Answer, canAnswer } from './rules.ts';
import {
  type PerformerRow,
  type Person,
  listErasablePerformers,
  lockPerformer,
  performerByToken,
  recordAnswer,
  updateLink,
} from './store.ts';

/** Hiding and showing posts, which the posts feature implements; both in the caller's transaction. */
export type PostVisibility = {
  /**
   * Hides the performer's posts from everyone but their owner; returns how many were visible
   * before.
   */
  withhold(tx: Transaction, performerId: PerformerId): Promise<number>;
  /** Shows the posts again whose performers may all be tagged. */
  restore(tx: Transaction, performerId: PerformerId): Promise<void>;
};

declare module '../../../feature.ts' {
  interface Services {
    postVisibility: PostVisibility;
    /** Tells those who have messages with the performer that media in them closed or opened. */
    announcePerformer: (tx: Transaction, performerId: PerformerId) => Promise<void>;
  }
}

/** Throws token.invalid when the link is unknown, used, replaced or expired. */
export const viewConsentRequest = async (
  ctx: Ctx,
  token: string,
): Promise<DataInput<Routes['POST /publics/performers/view']>> => {
  const row = await performerByToken(ctx.db, hashOfToken(token), ctx.clock.now());
  const producer = row && (await summarise(ctx, [row.profile_id])).get(row.profile_id);
  if (!row || !producer) throw new AppError('token.invalid');
  return {
    producer,
    stageName: row.stage_name,
    consent: row.consent,
    review: row.review,
    posts: row.posts,
    can: ANSWERS.filter((answer) => canAnswer(row, answer)),
  };
};

const CONSENT_OF = { consent: 'given', refuse: 'refused', withdraw: 'withdrawn' } as const;

/**
 * In one transaction: records the answer, hides posts after a withdrawal, and emails both sides.
 * Throws token.invalid and performer.alreadyAnswered.
 */
export const answerRequest = async (
  ctx: Ctx,
  postVisibility: PostVisibility,
  { token, answer }: { token: string; answer: Answer },
): Promise<DataInput<Routes['POST /publics/performers/answer']>> => {
  const now = ctx.clock.now();
  return transaction(ctx.db, async (tx) => {
    const found = await performerByToken(tx, hashOfToken(token), now);
    const locked = found && (await lockPerformer(tx, found.id));
    // Checked again with the lock: of two concurrent answers the second finds the link used.
    const row = locked && (await performerByToken(tx, hashOfToken(token), now));
    if (!row) throw new AppError('token.invalid');
    if (!canAnswer(row, answer)) throw new AppError('performer.alreadyAnswered');
    const consent = CONSENT_OF[answer];
    await recordAnswer(tx, row.id, { answerId: randomUUIDv7(), consent, now });
    const posts = answer === 'withdraw' ? await postVisibility.withhold(tx, row.id) : 0;
    await notifyAnswer(ctx, tx, row, answer, posts);
    if (answer === 'refuse') await eraseCase(ctx, tx, row);
    return { consent, posts };
  });
};

const notifyAnswer = async (
  ctx: Ctx,
  tx: Transaction,
  row: PerformerRow,
  answer: Answer,
  posts: number,
): Promise<void> => {
  const { mail, config } = ctx;
  const producer = await ctx.accounts.contactOf(tx, row.profile_id);
  if (!producer) return;
  const { locale, name } = producer;
  const stage = row.stage_name;
  const about = { stage, producer: name };
  const to = openPerson<Person>(ctx, row)?.email;
  const own = {
    to: producer.email,
    locale,
    params: { name, stage, posts: String(posts), link: `${config.publicUrl}/settings/performers` },
  };
  if (answer === 'refuse') return mail.send(tx, { ...own, template: 'performerSaidNo' });
  if (answer === 'withdraw') {
    if (to) await mail.send(tx, { to, locale, template: 'performerWithdrew', params: about });
    return mail.send(tx, { ...own, template: 'performerLeft' });
  }
  const { address, ...link } = createLink(ctx, 'withdraw');
  await updateLink(tx, row.id, link);
  if (to)
    await mail.send(tx, {
      to,
      locale,
      template: 'performerConsented',
      params: { ...about, link: address },
    });
  return mail.send(tx, { ...own, template: 'performerSaidYes' });
};

/**
 * Erases legal data and documents of the producer's performers, except those in posts that were
 * bought: their consent must stay on record as long as the post. Runs after posts were removed.
 */
export const erasePerformersOf = async (ctx: Ctx, producerId: ProfileId): Promise<void> => {
  for (const id of await listErasablePerformers(ctx.db, producerId))
    await transaction(ctx.db, (tx) => eraseCase(ctx, tx, { kind: 'performer', id }));
};
