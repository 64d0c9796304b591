// SQL of the tips of one person to another, which statements of other features include.

/**
 * SQL of what the profile tipped the producer since the instant, in centavos, without what was
 * taken back. Found from the wallet of the profile, because a producer has far more entries.
 */
export const tipsTo = (producer: string, profile: string, since: string): string =>
  `(SELECT coalesce(-sum(e.amount), 0) FROM ledger_accounts w
      JOIN ledger_entries e ON e.account_id = w.id AND e.created_at >= ${since}
      JOIN ledger_transfers t ON t.id = e.transfer_id AND t.kind = 'tip'
    WHERE w.owner_profile_id = ${profile} AND w.kind = 'wallet'
      AND EXISTS (SELECT FROM ledger_entries p JOIN ledger_accounts a ON a.id = p.account_id WHERE p.transfer_id = t.id AND a.owner_profile_id = ${producer})
      AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = t.id))`;
