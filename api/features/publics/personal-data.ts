// The personal data that features declare, as the privacy page lists it.
import type { Routes } from '@camarim/contract';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import type { PersonalDataEntry } from '../../feature.ts';
import { text } from '../../platform/text/text.ts';

/** In the order of the features. */
export const viewPersonalData = (
  { config }: Pick<Ctx, 'config'>,
  locale: Locale,
  entries: readonly PersonalDataEntry[],
): DataInput<Routes['GET /publics/personal-data']> =>
  entries.map((entry) => {
    const { ground, removal } = entry;
    const days = removal === 'kept' ? entry.days : null;
    return {
      name: text(locale, entry.text),
      ground,
      removal,
      days: typeof days === 'string' ? config[days] : days,
      from: 'lapse' in entry ? 'removal' : 'event',
      basis: removal === 'kept' ? entry.basis : null,
    };
  });
