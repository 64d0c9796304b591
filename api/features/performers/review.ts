// What administrators see of records, each view recorded, and what they decide.
import type { Routes } from '@camarim/contract';
import type { PerformerId } from '@camarim/contract/ids';
import type { BodyOf, DataInput, QueryOf } from '@camarim/contract/route';
import { recordAct } from '../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Platform } from '../../platform/platform.ts';
import { documentAddress, requireViewed } from '../documents/index.ts';
import { summarise } from '../profiles/index.ts';
import { forget, type Showing } from './answer.ts';
import { type People, sealedPlace } from './keep.ts';
import type { Reviewer } from './policy.ts';
import { presentPerformer } from './present.ts';
import { DECISIONS, mayDecide } from './rules.ts';
import { lockPerformer, noteReview, reviewQueue } from './store.ts';
import type { PerformerRow, Person } from './store.ts';

type Queue = DataInput<Routes['GET /dsb/performers']>;
type Decided = BodyOf<Routes['POST /dsb/performers/{id}']>;

/** Who consented, with what is needed to decide. */
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
        person: row.sealed && platform.seal.open<Person>(sealedPlace(row.id), row.sealed),
        documents: row.sealed ? await Promise.all(addresses) : [],
        can: DECISIONS.filter((decision) => mayDecide(row, decision)),
      },
    ];
  });
  return (await Promise.all(shown)).flat();
};

const FOUND = { approve: 'approved', reject: 'rejected', revoke: 'revoked' } as const;

/**
 * Decides, shows or hides posts, and tells both, in one transaction. Throws performer.notFound,
 * performer.alreadyDecided, and validate.required when a refusal has no reason.
 */
export const decideOnPerformer = async (
  platform: Platform,
  people: People,
  showing: Showing,
  { adminId }: Allowed<Reviewer>,
  id: PerformerId,
  { decision, reason }: Decided,
): Promise<DataInput<Routes['POST /dsb/performers/{id}']>> => {
  if (decision !== 'approve' && reason === '') throw fieldError('reason', 'validate.required');
  const now = platform.clock.now();
  const decided = await transaction(platform.db, async (tx) => {
    const row = await lockPerformer(tx, id);
    if (!row) throw new AppError('performer.notFound');
    if (!mayDecide(row, decision)) throw new AppError('performer.alreadyDecided');
    refuseOwnDecision(adminId, row.producer_id);
    if (decision === 'approve')
      await requireViewed(tx, adminId, { group: 'performer', id }, ['documentFront', 'selfie']);
    const review = FOUND[decision];
    await noteReview(tx, id, { review, adminId, reason, now });
    await recordAct(tx, {
      adminId,
      action: `performer.${review}`,
      profileId: row.producer_id,
      subjectId: id,
      reason,
      now,
    });
    const posts = decision === 'revoke' ? await showing.withhold(tx, id) : 0;
    if (decision === 'approve') await showing.restore(tx, id);
    await tell(platform, people, tx, row, { decision, reason }, posts);
    if (decision === 'reject') await forget(platform, tx, id);
    return { review, posts };
  });
  platform.outbox.nudge();
  return decided;
};

const tell = async (
  { mail, config, seal }: Platform,
  { contactOf }: People,
  tx: Transaction,
  row: PerformerRow,
  { decision, reason }: Decided,
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
  const to = seal.open<Person>(sealedPlace(row.id), row.sealed).email;
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
