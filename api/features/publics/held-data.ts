// The personal data that features declare, as the privacy page lists it.
import type { Routes } from '@camarim/contract';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import type { HeldData } from '../../feature.ts';
import { text } from '../../platform/text/text.ts';

/** In the order of the features. */
export const viewHeldData = (
  locale: Locale,
  held: readonly HeldData[],
): DataInput<Routes['GET /publics/personal-data']> =>
  held.map((entry) => ({
    name: text(locale, entry.text),
    ground: entry.ground,
    removal: entry.removal,
    days: entry.removal === 'kept' ? entry.days : null,
  }));
