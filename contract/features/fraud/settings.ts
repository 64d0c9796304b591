// The limits against fraud, and the times for which money of producers waits, that the team sets on
// the dashboard: bounds, units and which change makes one looser. Without schemas, because the
// browser reads it, too.
import { RESERVE_PERCENT_MAX } from '../../limits.ts';

export const FRAUD_GROUPS = ['declines', 'topUps', 'pairs', 'reserve', 'holds', 'payouts'] as const;
export type FraudGroup = (typeof FRAUD_GROUPS)[number];

type Setting = {
  group: FraudGroup;
  unit: 'count' | 'centavos' | 'percent' | 'days' | 'hours' | 'flag';
  min: number;
  max: number;
  /** Which values let more money go. */
  looser: 'higher' | 'lower';
  /** 0 is no limit, and so the loosest value. */
  zeroIsNone?: true;
};

const money = { unit: 'centavos', min: 0, looser: 'higher' } as const;
const declines = { group: 'declines', unit: 'count', min: 1, looser: 'higher' } as const;
const hold = { group: 'holds', unit: 'days', min: 0, looser: 'lower' } as const;

/** By the names of the operator's settings, whose values count until the team sets others. */
export const FRAUD_SETTINGS = {
  CARD_DECLINES_ACCOUNT_MAX: { ...declines, max: 1_000 },
  CARD_DECLINES_DEVICE_MAX: { ...declines, max: 1_000 },
  CARD_DECLINES_ADDRESS_MAX: { ...declines, max: 10_000 },
  CARD_DECLINES_BIN_MAX: { ...declines, max: 100_000 },
  CARD_ALARM_DECLINES: { ...declines, max: 100_000 },
  CARD_ALARM_PERCENT: { ...declines, unit: 'percent', max: 100 },
  CARD_DAY_MAX_CENTAVOS: { ...money, group: 'topUps', max: 100_000_000 },
  CARD_MONTH_MAX_CENTAVOS: { ...money, group: 'topUps', max: 1_000_000_000 },
  CARD_REVIEW_FROM_CENTAVOS: { ...money, group: 'topUps', max: 1_000_000_000_000 },
  PAIR_DAY_MAX_CENTAVOS: { ...money, group: 'pairs', max: 100_000_000, zeroIsNone: true },
  PAIR_WEEK_MAX_CENTAVOS: { ...money, group: 'pairs', max: 1_000_000_000, zeroIsNone: true },
  PAIR_DAY_SALES_MAX: {
    group: 'pairs',
    unit: 'count',
    min: 0,
    max: 100_000,
    looser: 'higher',
    zeroIsNone: true,
  },
  NEW_PAYER_DAYS: { group: 'pairs', unit: 'days', min: 0, max: 365, looser: 'lower' },
  NEW_PAYER_DAY_MAX_CENTAVOS: { ...money, group: 'pairs', max: 100_000_000, zeroIsNone: true },
  NEW_PAYERS_MAX: {
    group: 'pairs',
    unit: 'count',
    min: 0,
    max: 100_000,
    looser: 'higher',
    zeroIsNone: true,
  },
  RESERVE_PERCENT: {
    group: 'reserve',
    unit: 'percent',
    min: 0,
    max: RESERVE_PERCENT_MAX,
    looser: 'lower',
  },
  RESERVE_DAYS: { group: 'reserve', unit: 'days', min: 1, max: 180, looser: 'lower' },
  RESERVE_NEW_DAYS: { group: 'reserve', unit: 'days', min: 0, max: 3_650, looser: 'lower' },
  HOLD_DAYS: { ...hold, max: 90 },
  HOLD_DAYS_PIX: { ...hold, max: 90 },
  HOLD_DAYS_CARD: { ...hold, max: 180 },
  CASH_OUT_FIRST_REVIEW: { group: 'payouts', unit: 'flag', min: 0, max: 1, looser: 'lower' },
  BANK_COOL_OFF_HOURS: { group: 'payouts', unit: 'hours', min: 0, max: 168, looser: 'lower' },
} as const satisfies Record<string, Setting>;

export type FraudSettingName = keyof typeof FRAUD_SETTINGS;
export const FRAUD_SETTING_NAMES = Object.keys(FRAUD_SETTINGS) as [
  FraudSettingName,
  ...FraudSettingName[],
];
/** The value of each in its unit; a flag is 1 or 0. */
export type FraudSettings = Record<FraudSettingName, number>;

/** Whether a change of this setting lets more money go than before. */
export const isLooser = (name: FraudSettingName, before: number, after: number): boolean => {
  const { looser, zeroIsNone }: Setting = FRAUD_SETTINGS[name];
  const strength = (value: number): number =>
    zeroIsNone === true && value === 0 ? Number.POSITIVE_INFINITY : value;
  return looser === 'higher'
    ? strength(after) > strength(before)
    : strength(after) < strength(before);
};
