// Tip menus in the database.
import type { MenuItemId } from '@camarim/contract/features/lives/menu';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type ItemRow = { id: MenuItemId; label: string; price: Centavos };

const COLUMNS = sql`id, label, price_centavos AS price`;

/** The items of the menu, in the producer's order. */
export const listItems = async (db: Database, producerId: ProfileId): Promise<ItemRow[]> => {
  const { rows } = await sql<ItemRow>`
    SELECT ${COLUMNS} FROM live_menu_items WHERE producer_id = ${producerId}::uuid
      AND deleted_at IS NULL ORDER BY position, id`.execute(db);
  return rows;
};

/** Null when it is not on the producer's menu (any more). */
export const findItem = async (
  db: Database,
  producerId: ProfileId,
  id: MenuItemId,
): Promise<ItemRow | null> => {
  const { rows } = await sql<ItemRow>`
    SELECT ${COLUMNS} FROM live_menu_items WHERE id = ${id}::uuid
      AND producer_id = ${producerId}::uuid AND deleted_at IS NULL`.execute(db);
  return rows[0] ?? null;
};

export type NewItem = { id: MenuItemId; producerId: ProfileId; label: string; price: Centavos };

/**
 * Adds an item at the end of the menu; false when it is full. The profile's row is locked, so that
 * concurrent calls can't both take the last place.
 */
export const insertItem = async (
  tx: Database,
  { id, producerId, label, price }: NewItem,
  max: number,
  now: Date,
): Promise<boolean> => {
  await sql`SELECT FROM profiles WHERE id = ${producerId}::uuid FOR NO KEY UPDATE`.execute(tx);
  const { numAffectedRows } = await sql`
    INSERT INTO live_menu_items (id, producer_id, label, price_centavos, position, created_at)
    SELECT ${id}::uuid, ${producerId}::uuid, ${label}, ${price}::bigint,
      coalesce(max(position), 0) + 1, ${now}::timestamptz
    FROM live_menu_items WHERE producer_id = ${producerId}::uuid AND deleted_at IS NULL
      HAVING count(*) < ${max}`.execute(tx);
  return numAffectedRows === 1n;
};

export const updateItem = async (
  tx: Database,
  { id, producerId, label, price }: NewItem,
): Promise<void> => {
  await sql`
    UPDATE live_menu_items SET label = ${label}, price_centavos = ${price}::bigint
    WHERE id = ${id}::uuid AND producer_id = ${producerId}::uuid AND deleted_at IS NULL`.execute(
    tx,
  );
};

/** False for an item that is not the producer's; one that was deleted before is. */
export const markItemDeleted = async (
  tx: Database,
  producerId: ProfileId,
  id: MenuItemId,
  now: Date,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE live_menu_items SET deleted_at = coalesce(deleted_at, ${now}) WHERE id = ${id}::uuid
      AND producer_id = ${producerId}::uuid`.execute(tx);
  return numAffectedRows === 1n;
};

/** Sorts the items: those in the list first, in its order; the others behind them as they were. */
export const orderItems = async (
  tx: Database,
  producerId: ProfileId,
  ids: readonly MenuItemId[],
): Promise<void> => {
  await sql`
    UPDATE live_menu_items i SET position = o.place FROM (
      SELECT m.id, row_number() OVER (ORDER BY t.n NULLS LAST, m.position, m.id)::int AS place
      FROM live_menu_items m LEFT JOIN unnest(${ids}::uuid[]) WITH ORDINALITY t (id,
        n) ON t.id = m.id
      WHERE m.producer_id = ${producerId}::uuid AND m.deleted_at IS NULL) o
    WHERE i.id = o.id`.execute(tx);
};

/** Deletes the menu of a producer whose account is removed. */
export const deleteMenu = async (db: Database, producerId: ProfileId): Promise<void> => {
  await sql`DELETE FROM live_menu_items WHERE producer_id = ${producerId}::uuid`.execute(db);
};
