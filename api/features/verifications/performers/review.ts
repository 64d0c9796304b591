// The administrators' review of performers: the queue, each view audited, and decisions.
import type { Routes } from '@camarim/contract';
import type { PerformerId } from '@camarim/contract/ids';
import type { BodyOf, DataInput, QueryOf } from '@camarim/contract/route';
import { recordAct } from '../../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../../platform/audit/second-person.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Platform } from '../../../platform/platform.ts';
import { documentAddress } from '../documents/addresses.ts';
import { requireViewed } from '../documents/documents.ts';
import { summarise } from '../../profiles/index.ts';
import { erasePerformerData, type PostVisibility } from './answer.ts';
import { type ContactLookup, performerSealContext } from './register.ts';
import type { Reviewer } from './policy.ts';
import { presentPerformer } from './register.ts';
import { DECISIONS, canDecide } from './rules.ts';
import { lockPerformer, recordReview, reviewQueue } from './store.ts';
import type { PerformerRow, Person } from './store.ts';

type Queue = DataInput<Routes['GET /dsb/performers']>;
type DecisionBody = BodyOf<Routes['POST /dsb/performers/{id}']>;

/** Performers who consented, with the data for a decision. */
export const viewQueue = async (
  platform: Platform,
  { adminId }: Allowed<Reviewer>,
  query: QueryOf<Routes['GET /dsb/performers']>,
): Promise<Queue> => {
  const rows = await reviewQueue(platform.db, query);
  const producers = await summarise(platform, [...new Set(rows.map((row) => row.producer_id))]);
  await transaction(platform.db, async (tx) => {
    for (const row of rows)
      await recordAct(tx, {
        adminId,
        action: 'performer.viewed',
        profileId: row.producer_id,
        subjectId: row.id,
        now: platform.clock.now(),
      });
  });
  const shown = rows.map(async (row) => {
    const producer = producers.get(row.producer_id);
    if (!producer) return [];
    const holder = { group: 'performer', id: row.id } as const;
    const addresses = (['documentFront', 'selfie'] as const).map(async (kind) => ({
      kind,
      url: await documentAddress(
        platform,
        { holder, name: kind, ownerId: row.producer_id },
        adminId,
      ),
    }));
    return [
      {
        ...presentPerformer(row),
        producer,
        person: row.sealed && platform.seal.open<Person>(performerSealContext(row.id), row.sealed),
        documents: row.sealed ? await Promise.all(addresses) : [],
        can: DECISIONS.filter((decision) => canDecide(row, decision)),
      },
    ];
  });
  return (await Promise.all(shown)).flat();
};

const REVIEW_OF = { approve: 'approved', reject: 'rejected', revoke: 'revoked' } as const;

/**
 * In one transaction: records the decision, shows or hides posts, and emails both sides. Throws
 * performer.notFound, performer.alreadyDecided, and validate.required when a refusal has no reason.
 */
export const decideOnPerformer = async (
  platform: Platform,
  people: ContactLookup,
  postVisibility: PostVisibility,
  { adminId }: Allowed<Reviewer>,
  id: PerformerId,
  { decision, reason }: DecisionBody,
): Promise<DataInput<Routes['POST /dsb/performers/{id}']>> => {
  if (decision !== 'approve' && reason === '') throw fieldError('reason', 'validate.required');
  const now = platform.clock.now();
  return transaction(platform.db, async (tx) => {
    const row = await lockPerformer(tx, id);
    if (!row) throw new AppError('performer.notFound');
    if (!canDecide(row, decision)) throw new AppError('performer.alreadyDecided');
    refuseOwnDecision(adminId, row.producer_id);
    if (decision === 'approve')
      await requireViewed(tx, adminId, { group: 'performer', id }, ['documentFront', 'selfie']);
    const review = REVIEW_OF[decision];
    await recordReview(tx, id, { review, adminId, reason, now });
    await recordAct(tx, {
      adminId,
      action: `performer.${review}`,
      profileId: row.producer_id,
      subjectId: id,
      reason,
      now,
    });
    const posts = decision === 'revoke' ? await postVisibility.withhold(tx, id) : 0;
    if (decision === 'approve') await postVisibility.restore(tx, id);
    await notifyReview(platform, people, tx, row, { decision, reason }, posts);
    if (decision === 'reject') await erasePerformerData(platform, tx, id);
    return { review, posts };
  });
};

const notifyReview = async (
  { mail, config, seal }: Platform,
  { contactOf }: ContactLookup,
  tx: Transaction,
  row: PerformerRow,
  { decision, reason }: DecisionBody,
  posts: number,
): Promise<void> => {
  const producer = await contactOf(tx, row.producer_id);
  if (!producer) return;
  const { locale, name } = producer;
  const stage = row.stage_name;
  const own = {
    to: producer.email,
    locale,
    params: {
      name,
      stage,
      reason,
      posts: String(posts),
      link: `${config.publicUrl}/settings/performers`,
    },
  };
  if (decision === 'approve') await mail.send(tx, { ...own, template: 'performerApproved' });
  else if (decision === 'reject') await mail.send(tx, { ...own, template: 'performerRejected' });
  else await mail.send(tx, { ...own, template: 'performerRevoked' });
  if (!row.sealed) return;
  const to = seal.open<Person>(performerSealContext(row.id), row.sealed).email;
  if (decision === 'approve')
    await mail.send(tx, {
      to,
      locale,
      template: 'performerChecked',
      params: { stage, producer: name },
    });
  else
    await mail.send(tx, {
      to,
      locale,
      template: 'performerTurnedDown',
      params: { stage, producer: name, reason },
    });
};
