// Types that several settings share.
import { FRAUD_SETTINGS, type FraudSettingName } from '@camarim/contract/features/fraud/settings';
import { z } from 'zod';
import { isCountry } from '../http/countries.ts';

export const port = z.coerce.number().int().min(0).max(65_535);
export const flag = z.stringbool();
/** Where the public reaches someone: an email address, or a page. */
export const publicAddress = z.union([z.email(), z.url({ protocol: /^https$/ })]);
/** Basis points: 10,000 are 100 %. */
export const bps = z.coerce.number().int().min(0).max(10_000);
/** Codes of countries (ISO 3166-1 alpha-2), separated by commas. */
export const countries = z
  .string()
  .transform((list) => list.split(',').map((code) => code.trim().toUpperCase()))
  .refine(
    (codes) => codes.every(isCountry),
    'codes of ISO 3166-1 separated by commas, such as PT,ES (the United Kingdom is GB)',
  );

/** A setting that the team may replace on the dashboard, where it has the same bounds. */
export const bounded = (name: FraudSettingName) => {
  const { min, max } = FRAUD_SETTINGS[name];
  return z.coerce.number().int().min(min).max(max);
};
