// SQL of producers' options: who may write to them, and what it costs.
import type { ListId } from '@camarim/contract/features/lists';
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import { keepHeldCopy } from '../../access/index.ts';
import { type ChatOptions, DEFAULT_OPTIONS } from '../rules.ts';
import type { PairRow } from '../store.ts';

export const optionsOf = (
  row: Pick<
    PairRow,
    | 'audience'
    | 'only_tipped'
    | 'members_free'
    | 'free_list_id'
    | 'price_centavos'
    | 'blocked_words'
  > | null,
): ChatOptions =>
  row?.audience && row.price_centavos !== null
    ? {
        audience: row.audience,
        onlyTipped: row.only_tipped === true,
        membersFree: row.members_free === true,
        freeListId: row.free_list_id as ListId | null,
        price: row.price_centavos as ChatOptions['price'],
        blockedWords: row.blocked_words ?? [],
      }
    : DEFAULT_OPTIONS;

export const findOptions = async (db: Database, profileId: ProfileId): Promise<ChatOptions> => {
  const row = await db
    .selectFrom('chat_options')
    .select([
      'audience',
      'only_tipped',
      'members_free',
      // A list that was deleted has no people.
      (eb) =>
        eb
          .selectFrom('lists as y')
          .select('y.id')
          .whereRef('y.id', '=', 'chat_options.free_list_id')
          .where('y.deleted_at', 'is', null)
          .as('free_list_id'),
      'price_centavos',
      'blocked_words',
    ])
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return optionsOf(row ?? null);
};

export const saveOptions = async (
  db: Database,
  profileId: ProfileId,
  options: ChatOptions,
  now: Date,
): Promise<void> => {
  const values = {
    audience: options.audience,
    only_tipped: options.onlyTipped,
    members_free: options.membersFree,
    free_list_id: options.freeListId,
    price_centavos: options.price,
    blocked_words: [...options.blockedWords],
    updated_at: now,
  };
  await keepHeldCopy(db, 'chatOptions', profileId);
  await db
    .insertInto('chat_options')
    .values({ profile_id: profileId, ...values })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(values))
    .execute();
};

export const deleteOptionsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('chat_options').where('profile_id', '=', profileId).execute();
};
