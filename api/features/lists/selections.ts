// Selections of a producer's people: saved lists and rules, combined, read in batches.
import type { ListId, Selection, SelectionPart } from '@camarim/contract/features/lists';
import type { ProfileId } from '@camarim/contract/ids';
import { PLACE_GROUP_MIN } from '@camarim/contract/limits';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { NOWHERE } from '../../platform/http/place.ts';
import type { Ctx } from '../../context.ts';
import { listPeople } from '../chats/index.ts';
import { loadHomePlaces } from '../profiles/index.ts';
import { asksPlace, type Part } from './rules-store.ts';
import { findRules, selectedAmong } from './store.ts';

const COUNT_BATCH = 5_000;
const COUNT_MS = 1_000;

/** No id is below it. */
const FIRST = '00000000-0000-0000-0000-000000000000' as ProfileId;

/** A batch: who is in the selection, and after whose id the next begins; null at the end. */
export type Batch = { ids: ProfileId[]; last: ProfileId | null };

/** People whom a producer selects, for features that lists import. */
export type Selections = {
  /**
   * Throws list.notFound for a list that is another person's or deleted, list.placeAlone for a
   * place beside something else, and list.placeTooSmall where fewer than `PLACE_GROUP_MIN` people
   * live.
   */
  check(db: Database, ownerId: ProfileId, selection: Selection): Promise<void>;
  /** Whether it asks where people live. */
  namesPlace(db: Database, ownerId: ProfileId, selection: Selection): Promise<boolean>;
  /** Which of these people of the producer are in the selection, by id. */
  among(
    db: Database,
    ownerId: ProfileId,
    selection: Selection,
    people: readonly ProfileId[],
  ): Promise<ProfileId[]>;
  /**
   * The next batch, of about `size` people of the producer, of whom those in the selection are
   * returned, by id. None of a selection whose places are refused by `check`, which is asked at the
   * first batch: rules of lists and the number of people may have changed since.
   */
  next(
    db: Database,
    ownerId: ProfileId,
    selection: Selection,
    page: { after: ProfileId | null; size: number },
  ): Promise<Batch>;
};

const listIdsOf = ({ include, exclude }: Selection): ListId[] =>
  [...include, ...exclude].flatMap((part) => (part.kind === 'list' ? part.id : []));

/** Lists as what they consist of; one that does not exist has no people. */
const resolve = async (db: Database, ownerId: ProfileId, selection: Selection) => {
  const ids = listIdsOf(selection);
  const known = ids.length === 0 ? new Map() : await findRules(db, ownerId, ids);
  const partsOf = (parts: readonly SelectionPart[]): Part[] =>
    parts.flatMap((part): Part[] => {
      if (part.kind !== 'list') return [part];
      const found = known.get(part.id);
      return found ? [found.rule ?? { kind: 'members', listId: part.id }] : [];
    });
  return { include: partsOf(selection.include), exclude: partsOf(selection.exclude) };
};

type Parts = Awaited<ReturnType<typeof resolve>>;

const namesPlace = ({ include, exclude }: Parts): boolean =>
  [...include, ...exclude].some(asksPlace);

/**
 * A difference between two selections of which one names a place would show where single people
 * live, and so would a place that is cut down to one person by lists: a place stands beside places
 * only.
 */
const placesAlone = (parts: Parts): boolean =>
  !namesPlace(parts) || (parts.exclude.length === 0 && parts.include.every(asksPlace));

export const createSelections = (ctx: Ctx): Selections => {
  const amongParts = async (
    db: Database,
    ownerId: ProfileId,
    parts: Parts,
    people: readonly ProfileId[],
  ): Promise<ProfileId[]> => {
    if (!placesAlone(parts)) return [];
    // Where people live is sealed, so it is read only when it decides something.
    const placeOf = namesPlace(parts)
      ? await loadHomePlaces({ ...ctx, db }, people)
      : () => NOWHERE;
    return selectedAmong(
      db,
      people.map((profileId) => ({ profileId, place: placeOf(profileId) })),
      { ownerId, ...parts, now: ctx.clock.now() },
    );
  };
  const isLargeEnough = async (db: Database, ownerId: ProfileId, place: Part): Promise<boolean> => {
    let found = 0;
    for (let after: ProfileId | undefined = FIRST; after !== undefined;) {
      const people: ProfileId[] = await listPeople(db, ownerId, after, COUNT_BATCH);
      found += (await amongParts(db, ownerId, { include: [place], exclude: [] }, people)).length;
      if (found >= PLACE_GROUP_MIN) return true;
      after = people.length === COUNT_BATCH ? people.at(-1) : undefined;
    }
    return false;
  };
  const placeRefusal = async (
    db: Database,
    ownerId: ProfileId,
    parts: Parts,
  ): Promise<'list.placeAlone' | 'list.placeTooSmall' | null> => {
    if (!placesAlone(parts)) return 'list.placeAlone';
    // Each by itself: two selections must not differ by a small group either.
    for (const place of parts.include.filter(asksPlace))
      if (!(await isLargeEnough(db, ownerId, place))) return 'list.placeTooSmall';
    return null;
  };
  const among: Selections['among'] = async (db, ownerId, selection, people) =>
    amongParts(db, ownerId, await resolve(db, ownerId, selection), people);
  return {
    async check(db, ownerId, selection) {
      const ids = listIdsOf(selection);
      const known = ids.length === 0 ? new Map() : await findRules(db, ownerId, ids);
      if (ids.some((id) => known.get(id)?.deleted !== false)) throw new AppError('list.notFound');
      const refusal = await placeRefusal(db, ownerId, await resolve(db, ownerId, selection));
      if (refusal !== null) throw new AppError(refusal);
    },
    namesPlace: async (db, ownerId, selection) => namesPlace(await resolve(db, ownerId, selection)),
    among,
    async next(db, ownerId, selection, { after, size }) {
      if (
        after === null &&
        (await placeRefusal(db, ownerId, await resolve(db, ownerId, selection))) !== null
      )
        return { ids: [], last: null };
      const people = await listPeople(db, ownerId, after ?? FIRST, size);
      return {
        ids: await among(db, ownerId, selection, people),
        last: people.length === size ? (people.at(-1) ?? null) : null,
      };
    },
  };
};

/**
 * How many people the selection has, counted for `COUNT_MS` at most; in places rounded down,
 * because an exact number would show where a fan lives by who joined or was blocked since the last
 * one. Throws what `check` throws, but answers for a small place.
 */
export const countSelection = async (
  { db }: Pick<Ctx, 'db'>,
  selections: Selections,
  ownerId: ProfileId,
  selection: Selection,
): Promise<{ count: number; complete: boolean; fewerThan: number | null }> => {
  try {
    await selections.check(db, ownerId, selection);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'list.placeTooSmall') throw error;
    return { count: 0, complete: false, fewerThan: PLACE_GROUP_MIN };
  }
  const endsAt = performance.now() + COUNT_MS;
  let count = 0;
  let after: ProfileId | null = null;
  do {
    const batch: Batch = await selections.next(db, ownerId, selection, {
      after,
      size: COUNT_BATCH,
    });
    count += batch.ids.length;
    after = batch.last;
  } while (after !== null && performance.now() < endsAt);
  if (await selections.namesPlace(db, ownerId, selection))
    return { count: count - (count % PLACE_GROUP_MIN), complete: false, fewerThan: null };
  return { count, complete: after === null, fewerThan: null };
};
