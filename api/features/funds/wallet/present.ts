// Balances and statement lines in the contract's shape.
import type { walletSchema } from '@camarim/contract/features/funds';
import type { statementEntrySchema } from '@camarim/contract/features/funds/statements';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { z } from 'zod';
import type { Earnings, StatementLine } from '../../ledger/index.ts';
import type { ProfileSummary } from '../../profiles/index.ts';

export const presentWallet = (
  profileId: ProfileId,
  amounts: { balance: Centavos; lockedBalance: Centavos; escrow: Centavos; debt: Centavos },
): z.input<typeof walletSchema> => ({
  id: profileId,
  walletType: 'wallet',
  ...amounts,
});

export const presentEarnings = ({ releases, ...amounts }: Earnings) => ({
  ...amounts,
  releases: releases.map(({ at, amount }) => ({ at: at.toISOString(), amount })),
});

export const presentLine = (
  line: StatementLine,
  people: ReadonlyMap<ProfileId, ProfileSummary>,
): z.input<typeof statementEntrySchema> => {
  const person = line.counterpartId === null ? undefined : people.get(line.counterpartId);
  return {
    id: String(line.entryId),
    transferId: line.transferId,
    kind: line.kind,
    account: line.account,
    amount: line.amount,
    gross: line.gross,
    fee: line.fee,
    counterpart: person
      ? { domainName: person.domainName, exibitionName: person.exibitionName }
      : null,
    referenceType: line.referenceType,
    referenceId: line.referenceId,
    message: (line.kind === 'tip' && line.memo?.message) || null,
    reversed: line.reversed,
    createdAt: line.createdAt.toISOString(),
  };
};
