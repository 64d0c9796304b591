// The limits against fraud in force: those of the operator's settings, with what the team set on
// the dashboard in their place. Read without waiting, because transactions and the ledger ask for
// them.
import {
  FRAUD_SETTING_NAMES,
  type FraudSettingName,
  type FraudSettings,
} from '@camarim/contract/features/fraud/settings';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import { newestVersion } from './store.ts';

export type FraudSettingsPort = {
  /** In force. A change by another process counts after a few seconds. */
  current(): FraudSettings;
  /** The settings of the operator. */
  usual(): FraudSettings;
  /** Reads them again, at the start and after a change by this process. */
  refresh(): Promise<void>;
  close(): void;
};

const REFRESH_MS = 5_000;

const usualOf = (config: Config): FraudSettings => ({
  ...(Object.fromEntries(
    FRAUD_SETTING_NAMES.map((name) => [name, config[name]]),
  ) as unknown as FraudSettings),
  RESERVE_PERCENT: config.reservePercent,
  CASH_OUT_FIRST_REVIEW: config.firstCashOutReview ? 1 : 0,
});

export const openFraudSettings = async ({
  config,
  db,
  log,
}: {
  config: Config;
  db: Database;
  log: Logger;
}): Promise<FraudSettingsPort> => {
  let set: Partial<Record<FraudSettingName, number>> = {};
  const refresh = async (): Promise<void> => {
    set = (await newestVersion(db))?.settings ?? {};
  };
  await refresh();
  const timer = setInterval(() => {
    refresh().catch((error: unknown) =>
      log.warn({ error }, 'the limits against fraud could not be read again'),
    );
  }, REFRESH_MS).unref();
  const usual = () => usualOf(config);
  return {
    current: () => ({ ...usual(), ...set }),
    usual,
    refresh,
    close: () => clearInterval(timer),
  };
};
