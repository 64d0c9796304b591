// A statement page: entries with the counterpart of each transfer, and a sale's price before the
// fee.
import type { ProfileId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import type { Database } from '../../platform/database/database.ts';
import {
  type EntryQuery,
  type EntryRow,
  type OtherEntry,
  loadEntries,
  loadOtherEntries,
} from './statement-store.ts';

export type StatementQuery = EntryQuery;

export type StatementLine = EntryRow & {
  /** The other person of the transfer; null when there is none. */
  counterpartId: ProfileId | null;
  /** Price and fee of a sale, shown to its seller; negative when it was reversed. */
  gross: Centavos | null;
  fee: Centavos | null;
};

const isSellersLine = ({ account }: EntryRow): boolean =>
  account === 'pending' || account === 'earnings';

const lineOf = (entry: EntryRow, others: readonly OtherEntry[]): StatementLine => {
  const counterpartId = others.find(({ owner }) => owner !== null)?.owner ?? null;
  const sold = counterpartId !== null && isSellersLine(entry);
  const fee = entry.later
    ? 0
    : others.reduce((sum, { account, amount }) => (account === 'revenue' ? sum + amount : sum), 0);
  return {
    ...entry,
    counterpartId,
    gross: sold ? centavos(entry.amount + fee) : null,
    fee: sold ? centavos(fee) : null,
  };
};

export const statementOf = async (
  db: Database,
  query: StatementQuery,
): Promise<StatementLine[]> => {
  const entries = await loadEntries(db, query);
  const others = Map.groupBy(
    await loadOtherEntries(
      db,
      [...new Set(entries.map(({ transferId }) => transferId))],
      query.profileId,
    ),
    ({ transferId }) => transferId,
  );
  return entries.map((entry) => lineOf(entry, others.get(entry.transferId) ?? []));
};
