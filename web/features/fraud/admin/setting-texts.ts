// The limits against fraud in words, and their values with their units.
import {
  FRAUD_SETTING_NAMES,
  FRAUD_SETTINGS,
  type FraudGroup,
  type FraudSettingName,
  type FraudSettings,
} from '@camarim/contract/features/fraud/settings';
import { m } from '../../../paraglide/messages.js';
import { formatCount, formatMoney } from '../../../ui/display/formats.ts';

export const GROUP_TEXTS: Record<FraudGroup, () => string> = {
  declines: m.fraud_settings_group_declines,
  topUps: m.fraud_settings_group_top_ups,
  pairs: m.fraud_settings_group_pairs,
  reserve: m.fraud_settings_group_reserve,
  holds: m.fraud_settings_group_holds,
  payouts: m.fraud_settings_group_payouts,
};

export const SETTING_TEXTS: Record<FraudSettingName, () => string> = {
  CARD_DECLINES_ACCOUNT_MAX: m.fraud_settings_card_declines_account_max,
  CARD_DECLINES_DEVICE_MAX: m.fraud_settings_card_declines_device_max,
  CARD_DECLINES_ADDRESS_MAX: m.fraud_settings_card_declines_address_max,
  CARD_DECLINES_BIN_MAX: m.fraud_settings_card_declines_bin_max,
  CARD_ALARM_DECLINES: m.fraud_settings_card_alarm_declines,
  CARD_ALARM_PERCENT: m.fraud_settings_card_alarm_percent,
  CARD_DAY_MAX_CENTAVOS: m.fraud_settings_card_day_max_centavos,
  CARD_MONTH_MAX_CENTAVOS: m.fraud_settings_card_month_max_centavos,
  CARD_REVIEW_FROM_CENTAVOS: m.fraud_settings_card_review_from_centavos,
  PAIR_DAY_MAX_CENTAVOS: m.fraud_settings_pair_day_max_centavos,
  PAIR_WEEK_MAX_CENTAVOS: m.fraud_settings_pair_week_max_centavos,
  PAIR_DAY_SALES_MAX: m.fraud_settings_pair_day_sales_max,
  NEW_PAYER_DAYS: m.fraud_settings_new_payer_days,
  NEW_PAYER_DAY_MAX_CENTAVOS: m.fraud_settings_new_payer_day_max_centavos,
  NEW_PAYERS_MAX: m.fraud_settings_new_payers_max,
  RESERVE_PERCENT: m.fraud_settings_reserve_percent,
  RESERVE_DAYS: m.fraud_settings_reserve_days,
  RESERVE_NEW_DAYS: m.fraud_settings_reserve_new_days,
  HOLD_DAYS: m.fraud_settings_hold_days,
  HOLD_DAYS_PIX: m.fraud_settings_hold_days_pix,
  HOLD_DAYS_CARD: m.fraud_settings_hold_days_card,
  CASH_OUT_FIRST_REVIEW: m.fraud_settings_cash_out_first_review,
  BANK_COOL_OFF_HOURS: m.fraud_settings_bank_cool_off_hours,
};

export const valueText = (name: FraudSettingName, value: number): string => {
  const { unit } = FRAUD_SETTINGS[name];
  if (unit === 'flag')
    return value === 1 ? m.fraud_settings_first_on() : m.fraud_settings_first_off();
  return unit === 'centavos' ? formatMoney(value) : formatCount(value);
};

/** What changes, one line for each. */
export const changesIn = (before: FraudSettings, after: FraudSettings): string[] =>
  FRAUD_SETTING_NAMES.filter((name) => before[name] !== after[name]).map((name) =>
    m.fraud_settings_change({
      name: SETTING_TEXTS[name](),
      before: valueText(name, before[name]),
      after: valueText(name, after[name]),
    }),
  );
