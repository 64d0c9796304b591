// The performer's answer to a request for consent, by the link of their email, and the erasure of
// their data.
import { randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { PerformerId, ProfileId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { summarise } from '../../profiles/index.ts';
import { createLink, hashOfToken } from './register.ts';
import { type ContactLookup, performerSealContext } from './register.ts';
import { ANSWERS, type Answer, canAnswer } from './rules.ts';
import {
  type PerformerRow,
  type Person,
  blankPerformer,
  listErasablePerformers,
  lockPerformer,
  performerByToken,
  recordAnswer,
  updateLink,
} from './store.ts';

/**
 * Hiding and postVisibility posts, which the posts feature implements; both in the caller's
 * transaction.
 */
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
  }
}

/** Throws token.invalid when the link is unknown, used, replaced or expired. */
export const viewRequest = async (
  platform: Platform,
  token: string,
): Promise<DataInput<Routes['POST /publics/performers/view']>> => {
  const row = await performerByToken(platform.db, hashOfToken(token), platform.clock.now());
  const producer = row && (await summarise(platform, [row.producer_id])).get(row.producer_id);
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
  platform: Platform,
  people: ContactLookup,
  postVisibility: PostVisibility,
  { token, answer }: { token: string; answer: Answer },
): Promise<DataInput<Routes['POST /publics/performers/answer']>> => {
  const now = platform.clock.now();
  return transaction(platform.db, async (tx) => {
    const found = await performerByToken(tx, hashOfToken(token), now);
    const locked = found && (await lockPerformer(tx, found.id));
    // Checked again with the lock: of two concurrent answers the second finds the link used.
    const row = locked && (await performerByToken(tx, hashOfToken(token), now));
    if (!row) throw new AppError('token.invalid');
    if (!canAnswer(row, answer)) throw new AppError('performer.alreadyAnswered');
    const consent = CONSENT_OF[answer];
    await recordAnswer(tx, row.id, { answerId: randomUUIDv7(), consent, now });
    const posts = answer === 'withdraw' ? await postVisibility.withhold(tx, row.id) : 0;
    await notifyAnswer(platform, people, tx, row, answer, posts);
    if (answer === 'refuse') await erasePerformerData(platform, tx, row.id);
    return { consent, posts };
  });
};

/** In the caller's transaction: deletes legal data, and documents by a job. */
export const erasePerformerData = async (
  { jobs }: Pick<Platform, 'jobs'>,
  tx: Transaction,
  id: PerformerId,
): Promise<void> => {
  await blankPerformer(tx, id);
  await jobs.enqueue(tx, 'documents.sweep', { group: 'performer', id });
};

const notifyAnswer = async (
  platform: Platform,
  { contactOf }: ContactLookup,
  tx: Transaction,
  row: PerformerRow,
  answer: Answer,
  posts: number,
): Promise<void> => {
  const { mail, config, seal } = platform;
  const producer = await contactOf(tx, row.producer_id);
  if (!producer) return;
  const { locale, name } = producer;
  const stage = row.stage_name;
  const about = { stage, producer: name };
  const to = row.sealed && seal.open<Person>(performerSealContext(row.id), row.sealed).email;
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
  const { address, ...link } = createLink(platform, 'withdraw');
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
export const erasePerformersOf = async (
  platform: Platform,
  producerId: ProfileId,
): Promise<void> => {
  for (const id of await listErasablePerformers(platform.db, producerId))
    await transaction(platform.db, (tx) => erasePerformerData(platform, tx, id));
};
