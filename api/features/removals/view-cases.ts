// Removal requests as administrators see them, with the media in full. Each view is recorded.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { REMOVAL_ITEMS_PAGE } from '@camarim/contract/features/removals/limits';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { type MediaAccessSource, NO_ACCESS } from '../access/index.ts';
import { type MediaView, viewMedia } from '../media/index.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import { type Person, sealContextOf } from './person.ts';
import type { RemovalReader } from './policy.ts';
import {
  isInOpenRequest,
  isOpen,
  type ItemRow,
  itemsOf,
  linksOf,
  listRequests,
  picturesOf,
  type RequestRow,
} from './store.ts';

type CaseView = DataInput<Routes['GET /dsb/removals']>[number];

type Parts = {
  links: CaseView['links'];
  pictures: number;
  items: CaseView['items'];
};

type ShownItems = {
  medias: readonly MediaView[];
  people: ReadonlyMap<ProfileId, ProfileSummary>;
};

const presentItems = (
  items: readonly ItemRow[],
  { medias, people }: ShownItems,
): CaseView['items'] =>
  items.flatMap(({ media_id: id, owner_id: ownerId, via, distance, plain, exact }) => {
    const media = medias.find((one) => one.id === id);
    const owner = people.get(ownerId) ?? null;
    return media ? [{ media, owner, via, distance, plain, exact }] : [];
  });

const present = (
  { seal }: Ctx,
  { decidesContent }: RemovalReader,
  row: RequestRow,
  { links, pictures, items }: Parts,
): CaseView => {
  const person =
    decidesContent && row.sealed ? seal.open<Person>(sealContextOf(row.id), row.sealed) : null;
  return {
    id: row.id,
    reference: row.reference,
    ground: row.ground,
    byRepresentative: row.by_representative,
    person: person && { name: person.name, email: person.email, text: person.text },
    createdAt: row.created_at.toISOString(),
    dueAt: (row.due_at ?? row.created_at).toISOString(),
    links,
    pictures,
    searched: row.searched_at !== null,
    items,
    found: row.found,
    removed: row.removed,
    decision:
      row.outcome && row.decided_at
        ? { outcome: row.outcome, reason: row.reason, decidedAt: row.decided_at.toISOString() }
        : null,
  };
};

/**
 * The media of each of the requests, with what decides about them. Each request is a recorded view.
 */
const showItems = async (
  ctx: Ctx,
  { adminId }: Allowed<RemovalReader>,
  requests: readonly { id: string; items: readonly ItemRow[] }[],
  locale: Locale,
): Promise<CaseView['items'][]> => {
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    for (const { id } of requests)
      await recordAct(tx, {
        adminId,
        action: 'removal.viewed',
        profileId: null,
        subjectId: id,
        now,
      });
  });
  const owners = requests.flatMap(({ items }) => items.map((item) => item.owner_id));
  const [medias, people] = await Promise.all([
    viewMedia(
      ctx,
      requests.map(({ items }) => ({
        ids: items.map((item) => item.media_id),
        access: 'full' as const,
        audience: adminId,
        owner: false,
        reviewing: true as const,
      })),
      locale,
    ),
    summarise(ctx, [...new Set(owners)]),
  ]);
  return requests.map(({ items }, index) =>
    presentItems(items, { medias: medias[index] ?? [], people }),
  );
};

/** One page. Decided requests do not show their media. */
export const viewCases = async (
  ctx: Ctx,
  reader: Allowed<RemovalReader>,
  { decided, limit, offset }: QueryOf<Routes['GET /dsb/removals']>,
  locale: Locale,
): Promise<CaseView[]> => {
  const rows = await listRequests(ctx.db, decided, { limit, offset });
  const ids = rows.map(({ id }) => id);
  const [items, links, pictures] = await Promise.all([
    itemsOf(ctx.db, decided ? [] : ids, { limit: REMOVAL_ITEMS_PAGE, offset: 0 }),
    linksOf(ctx.db, ids),
    picturesOf(ctx.db, ids),
  ]);
  const requests = ids.map((id) => ({ id, items: items.get(id) ?? [] }));
  const shown = await showItems(ctx, reader, requests, locale);
  return rows.map((row, index) =>
    present(ctx, reader, row, {
      links: links
        .filter((link) => link.request_id === row.id)
        .map(({ link, found }) => ({ link, found })),
      pictures: pictures.get(row.id) ?? 0,
      items: shown[index] ?? [],
    }),
  );
};

/** Throws removal.notFound, also for a request that was decided. */
export const viewItems = async (
  ctx: Ctx,
  reader: Allowed<RemovalReader>,
  id: string,
  page: { limit: number; offset: number },
  locale: Locale,
): Promise<CaseView['items']> => {
  if (!(await isOpen(ctx.db, id))) throw new AppError('removal.notFound');
  const items = (await itemsOf(ctx.db, [id], page)).get(id) ?? [];
  const [shown = []] = await showItems(ctx, reader, [{ id, items }], locale);
  return shown;
};

/** Administrators have full access to media of open requests. */
export const mediaAccess: MediaAccessSource = {
  ground: 'review',
  purposes: ['post', 'avatar', 'cover'],
  accessTo: async ({ db }, { id }, { profileId }) =>
    profileId !== null && (await isInOpenRequest(db, id, profileId))
      ? { level: 'full', reason: 'review' }
      : NO_ACCESS,
};
