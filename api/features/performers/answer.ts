// What the person themself says, by the link of their email: yes, no, or no longer.
import { randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { PerformerId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import { transaction } from '../../platform/database/transaction.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { summarise } from '../profiles/index.ts';
import { type People, sealedPlace } from './keep.ts';
import { hashOfToken, makeLink } from './links.ts';
import { type Answer, ANSWERS, mayAnswer } from './rules.ts';
import { blankPerformer, lockPerformer, noteAnswer, performerByToken, putLink } from './store.ts';
import type { PerformerRow, Person } from './store.ts';

/** What becomes of posts, which know their own lists: both with the caller's transaction. */
export type Showing = {
  /** Out of everybody's sight but the owner's; answers how many were not so before. */
  withhold(tx: Transaction, performerId: PerformerId): Promise<number>;
  /** Back, those in which everybody may be tagged again. */
  restore(tx: Transaction, performerId: PerformerId): Promise<void>;
};

/** Throws token.invalid when the link is unknown, used, replaced or too old. */
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
    can: ANSWERS.filter((answer) => mayAnswer(row, answer)),
  };
};

const SAID = { consent: 'given', refuse: 'refused', withdraw: 'withdrawn' } as const;

/**
 * Writes the answer, hides posts when it is no longer a yes, and tells both, in one transaction.
 * Throws token.invalid and performer.alreadyAnswered.
 */
export const answerRequest = async (
  platform: Platform,
  people: People,
  showing: Showing,
  { token, answer }: { token: string; answer: Answer },
): Promise<DataInput<Routes['POST /publics/performers/answer']>> => {
  const now = platform.clock.now();
  const answered = await transaction(platform.db, async (tx) => {
    const found = await performerByToken(tx, hashOfToken(token), now);
    const locked = found && (await lockPerformer(tx, found.id));
    // Of two presses at once the second finds the link used up.
    const row = locked && (await performerByToken(tx, hashOfToken(token), now));
    if (!row) throw new AppError('token.invalid');
    if (!mayAnswer(row, answer)) throw new AppError('performer.alreadyAnswered');
    const consent = SAID[answer];
    await noteAnswer(tx, row.id, { answerId: randomUUIDv7(), consent, now });
    const posts = answer === 'withdraw' ? await showing.withhold(tx, row.id) : 0;
    await tell(platform, people, tx, row, answer, posts);
    if (answer === 'refuse') await forget(platform, tx, row.id);
    return { consent, posts };
  });
  platform.outbox.nudge();
  return answered;
};

/** With the caller's transaction: legal data goes, documents with a job. */
export const forget = async (
  { jobs }: Pick<Platform, 'jobs'>,
  tx: Transaction,
  id: PerformerId,
): Promise<void> => {
  await blankPerformer(tx, id);
  await jobs.enqueue(tx, 'documents.sweep', { group: 'performer', id });
};

const tell = async (
  platform: Platform,
  { contactOf }: People,
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
  const to = row.sealed && seal.open<Person>(sealedPlace(row.id), row.sealed).email;
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
  const { address, ...link } = makeLink(platform, 'withdraw');
  await putLink(tx, row.id, link);
  if (to)
    await mail.send(tx, {
      to,
      locale,
      template: 'performerConsented',
      params: { ...about, link: address },
    });
  return mail.send(tx, { ...own, template: 'performerSaidYes' });
};
