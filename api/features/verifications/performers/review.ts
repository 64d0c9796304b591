// The administrators' review of performers: the queue, each view audited, and decisions.
import type { Routes } from '@camarim/contract';
import type { PerformerId } from '@camarim/contract/ids';
import type { BodyOf, DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { recordAct } from '../../../platform/audit/audit.ts';
import { transaction, type Transaction } from '../../../platform/database/transaction.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { decideCase } from '../decide.ts';
import { DECISIONS, KINDS } from '../kinds.ts';
import type { Reviewer } from '../policy.ts';
import { openPerson } from '../secrets.ts';
import { viewAudited } from '../view.ts';
import { signedConsents } from './consent-ledger.ts';
import { presentPerformer } from './register.ts';
import { canDecide } from './rules.ts';
import {
  type PerformerRow,
  type Person,
  lockPerformer,
  performerById,
  reviewQueue,
} from './store.ts';
import type { PostVisibility } from './visibility.ts';

type Decision = BodyOf<Routes['POST /dsb/performers/{id}']>;

/** Without the token of their link, which is sealed beside it. */
const personOf = (ctx: Ctx, row: PerformerRow): Person | null => {
  const found = openPerson<Person>(ctx, row);
  if (!found) return null;
  const { fullName, document, birthDate, email } = found;
  return { fullName, document, birthDate, email };
};

/** Performers who consented, with the data for a decision. */
export const viewPerformerQueue = async (
  ctx: Ctx,
  { adminId }: Allowed<Reviewer>,
  query: QueryOf<Routes['GET /dsb/performers']>,
): Promise<DataInput<Routes['GET /dsb/performers']>> =>
  viewAudited(ctx, adminId, await reviewQueue(ctx.db, query), async (row, producer, documents) => ({
    ...presentPerformer(row),
    producer,
    person: personOf(ctx, row),
    documents: row.sealed ? await documents() : [],
    can: DECISIONS.filter((decision) => canDecide(row, decision)),
  }));

/** Tells the performer; the producer's email is that of the decision. */
const notifyPerformer = async (
  ctx: Ctx,
  tx: Transaction,
  row: PerformerRow,
  { decision, reason }: Decision,
): Promise<void> => {
  const producer = await ctx.accounts.contactOf(tx, row.profile_id);
  const to = openPerson<Person>(ctx, row)?.email;
  if (!producer || !to) return;
  const { locale } = producer;
  const params = { stage: row.stage_name, producer: producer.name, reason };
  const template = decision === 'approve' ? 'performerChecked' : 'performerTurnedDown';
  await ctx.mail.send(tx, { to, locale, template, params });
};

/**
 * Records the decision, shows or hides posts, and emails both sides. Throws performer.notFound,
 * performer.alreadyDecided, and what decideCase throws.
 */
export const decideOnPerformer = async (
  ctx: Ctx,
  postVisibility: PostVisibility,
  reviewer: Allowed<Reviewer>,
  id: PerformerId,
  body: Decision,
): Promise<DataInput<Routes['POST /dsb/performers/{id}']>> => {
  const { decision } = body;
  const { effects } = await decideCase(
    ctx,
    reviewer,
    body,
    async (tx) => {
      const row = await lockPerformer(tx, id);
      if (!row) throw new AppError('performer.notFound');
      if (!canDecide(row, decision)) throw new AppError('performer.alreadyDecided');
      return { ...row, state: row.review };
    },
    async (tx, row) => {
      const posts = decision === 'reject' ? 0 : await postVisibility.sync(tx, id);
      await notifyPerformer(ctx, tx, row, body);
      return { stage: row.stage_name, posts };
    },
  );
  return { review: KINDS.performer.decisions[decision].stage, posts: effects?.posts ?? 0 };
};

/** What a performer signed, with a line in the audit log. Throws performer.notFound. */
export const signConsentsFor = async (
  ctx: Ctx,
  { adminId }: Allowed<Reviewer>,
  id: PerformerId,
): Promise<string> => {
  const row = await performerById(ctx.db, id);
  if (!row) throw new AppError('performer.notFound');
  await transaction(ctx.db, (tx) =>
    recordAct(tx, {
      adminId,
      action: 'performer.consentsViewed',
      profileId: row.profile_id,
      subjectId: id,
      reason: '',
      now: ctx.clock.now(),
    }),
  );
  return signedConsents(ctx, { performerId: id });
};
