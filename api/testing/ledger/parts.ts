// The platform parts that a ledger needs, without a relay and without a log.
import type { LedgerParts } from '../../features/ledger/index.ts';
import type { Clock } from '../../platform/clock/port.ts';
import type { Connection } from '../../platform/database/database.ts';
import { createLogger } from '../../platform/log/log.ts';

export function ledgerParts({ db }: Pick<Connection, 'db'>, clock: Clock): LedgerParts {
  const log = createLogger({ level: 'silent', format: 'json' });
  return {
    db,
    clock,
    log,
    config: { FEE_BPS: 2_000 },
    fraudSettings: { current: () => ({ HOLD_DAYS: 7, HOLD_DAYS_PIX: 1, HOLD_DAYS_CARD: 14 }) },
    outbox: { nudge() {} },
  };
}
