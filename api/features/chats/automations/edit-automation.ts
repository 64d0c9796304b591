// Creating, changing, deleting and showing automations.
import type { Routes } from '@camarim/contract';
import type { AutomationId } from '@camarim/contract/features/chats/automations';
import type { ListId } from '@camarim/contract/features/lists';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { AUTOMATIONS_MAX, type Locale } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { newId } from '../../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { attachMedias, findInputUploads, viewMedia } from '../../media/index.ts';
import { ownReviews } from '../../reviews/index.ts';
import { canDeclare, declareMedia } from '../../verifications/index.ts';
import { keepMedia } from '../contents-store.ts';
import type { OptionsOwner } from '../policy.ts';
import { submitAutomation } from './reviewable-automations.ts';
import { listSelection } from './list-selection.ts';
import {
  findRule,
  insertRule,
  lockRule,
  markRuleDeleted,
  type Rule,
  type RuleRow,
  rulesOf,
  setRuleMedia,
  updateRule,
} from './rules-store.ts';

type Automation = DataInput<Routes['POST /chats/automations']>;
type Body = BodyOf<Routes['POST /chats/automations']>;
type Lists = Pick<Services, 'selections'>;
type Uploads = Awaited<ReturnType<typeof findInputUploads>>;

/**
 * Throws message.empty, message.nothingToSell, and validate.* for a period or a repetition that the
 * trigger does not have.
 */
const ruleOf = (body: Body): Rule => {
  const { trigger, period, repeats, message, medias, free, price } = body;
  const hasPeriod = trigger === 'birthday' || trigger === 'silence';
  if (hasPeriod && period === null) throw fieldError('period', 'validate.required');
  if (!hasPeriod && period !== null) throw fieldError('period', 'validate.invalid');
  if (repeats && trigger !== 'birthday') throw fieldError('repeats', 'validate.invalid');
  if (message === '' && medias.length === 0) throw new AppError('message.empty');
  if (free.some((place) => place >= medias.length)) throw fieldError('free', 'validate.invalid');
  if (price !== null && new Set(free).size >= medias.length)
    throw new AppError('message.nothingToSell');
  return {
    trigger,
    period,
    repeats,
    delay_minutes: body.delayMinutes,
    text: message,
    price_centavos: price,
    list_id: body.listId,
    enabled: body.enabled,
  };
};

/**
 * Media of rules stay in the vault of their author, as those of messages do. Returns them in order.
 */
const attach = async (
  ctx: Ctx,
  tx: Transaction,
  id: AutomationId,
  { profileId }: OptionsOwner,
  { medias, free, performerIds }: Body,
  uploads: Uploads,
): Promise<MediaId[]> => {
  const now = ctx.clock.now();
  const appearing = await canDeclare(tx, profileId, performerIds, 'message');
  const attached = await attachMedias(ctx, tx, medias, { ownerId: profileId, uploads, now });
  const ids = attached.map((media) => media.id);
  await declareMedia(tx, appearing, ids, { scope: 'message', now });
  await keepMedia(tx, ids);
  await setRuleMedia(
    tx,
    id,
    attached.map((media, place) => ({ id: media.id, free: free.includes(place) })),
  );
  return ids;
};

/**
 * Throws list.notFound for a list that is another person's or deleted, and list.placeAlone for one
 * by places: the log would tell where single people live.
 */
const checkList = async (
  { db }: Ctx,
  { selections }: Lists,
  ownerId: ProfileId,
  listId: ListId | null,
): Promise<void> => {
  if (listId === null) return;
  const selection = listSelection(listId);
  await selections.check(db, ownerId, selection);
  if (await selections.namesPlace(db, ownerId, selection)) throw new AppError('list.placeAlone');
};

/** Throws automation.tooMany, and what `checkList`, `ruleOf` and attaching media throw. */
export const createAutomation = async (
  ctx: Ctx,
  lists: Lists,
  owner: Allowed<OptionsOwner>,
  request: Body,
  key: string | null,
): Promise<AutomationId> => {
  const rule = ruleOf(request);
  const { profileId } = owner;
  await checkList(ctx, lists, profileId, rule.list_id);
  const uploads = await findInputUploads(ctx, profileId, request.medias);
  const now = ctx.clock.now();
  return once(
    ctx.db,
    { profileId, key, route: 'POST /chats/automations', request, now },
    async (tx) => {
      const id = newId() as AutomationId;
      if (!(await insertRule(tx, { ...rule, id, producerId: profileId, now }, AUTOMATIONS_MAX)))
        throw new AppError('automation.tooMany');
      const mediaIds = await attach(ctx, tx, id, owner, request, uploads);
      const { text } = rule;
      await submitAutomation(
        ctx,
        tx,
        { id, producerId: profileId, before: null },
        { text, mediaIds },
      );
      return id;
    },
  );
};

/** Throws automation.notFound, and what `checkList`, `ruleOf` and attaching media throw. */
export const editAutomation = async (
  ctx: Ctx,
  lists: Lists,
  { id, producer_id: profileId, list_id: listId }: Allowed<RuleRow>,
  body: Body,
): Promise<void> => {
  const rule = ruleOf(body);
  // One that was deleted since does not keep its producer from switching the automation off.
  if (rule.list_id !== listId) await checkList(ctx, lists, profileId, rule.list_id);
  const uploads = await findInputUploads(ctx, profileId, body.medias);
  await transaction(ctx.db, async (tx) => {
    const before = await lockRule(tx, id);
    if (!before) throw new AppError('automation.notFound');
    await updateRule(tx, id, rule, ctx.clock.now());
    const mediaIds = await attach(ctx, tx, id, { profileId }, body, uploads);
    const { text } = rule;
    await submitAutomation(ctx, tx, { id, producerId: profileId, before }, { text, mediaIds });
  });
};

export const deleteAutomation = ({ db, clock }: Ctx, { id }: Allowed<RuleRow>): Promise<void> =>
  markRuleDeleted(db, id, clock.now());

const present = async (
  ctx: Ctx,
  rows: readonly RuleRow[],
  locale: Locale,
): Promise<Automation[]> => {
  const heldIds = rows.filter(({ held_at: heldAt }) => heldAt !== null).map(({ id }) => id);
  const reviews = await ownReviews(ctx, 'automation', heldIds);
  const medias = await viewMedia(
    ctx,
    rows.map((row) => ({
      ids: row.media_ids,
      access: 'full' as const,
      audience: row.producer_id,
      owner: true,
    })),
    locale,
  );
  return rows.map((row, index) => ({
    id: row.id,
    trigger: row.trigger,
    period: row.period,
    repeats: row.repeats,
    delayMinutes: row.delay_minutes,
    message: row.text,
    price: row.price_centavos,
    listId: row.list_id,
    free: row.free_ids.map((id) => row.media_ids.indexOf(id)),
    enabled: row.enabled,
    medias: medias[index] ?? [],
    sent: row.sent,
    review: reviews.get(row.id) ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
};

export const listAutomations = async (
  ctx: Ctx,
  { profileId }: Allowed<OptionsOwner>,
  locale: Locale,
): Promise<Automation[]> => present(ctx, await rulesOf(ctx.db, profileId, AUTOMATIONS_MAX), locale);

/** Throws automation.notFound. */
export const viewAutomation = async (
  ctx: Ctx,
  id: AutomationId,
  locale: Locale,
): Promise<Automation> => {
  const row = await findRule(ctx.db, id);
  const [automation] = row ? await present(ctx, [row], locale) : [];
  if (!automation) throw new AppError('automation.notFound');
  return automation;
};
