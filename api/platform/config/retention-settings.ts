// How long personal data is kept that neither a contract nor its owner needs any more. The privacy
// page lists each kind with its time (api/feature.ts:PersonalDataEntry).
import { z } from 'zod';

const days = z.coerce.number().int().min(1).max(36_500);
/** Five years of 365 days, and a leap day or two. */
const FIVE_YEARS_DAYS = 1_827;
const SIX_MONTHS_DAYS = 184;

/** `describe` is the text of the operator's manual. */
export const retentionSettings = {
  ACCESS_RECORDS_KEPT_DAYS: days
    .default(SIX_MONTHS_DAYS)
    .describe(
      'days from their last use for which the addresses are kept from which accounts were used (Marco Civil da Internet, article 15: six months)',
    ),
  CLAIMS_KEPT_DAYS: days
    .default(FIVE_YEARS_DAYS)
    .describe(
      'days from the removal of an account for which is kept what proves what was agreed, decided or bought (CDC, article 27: claims of consumers, five years)',
    ),
  IDENTITY_KEPT_DAYS: days
    .default(FIVE_YEARS_DAYS)
    .describe(
      'days from the removal of an account for which is kept who was paid: the decided requests of producers (Lei 9.613/1998, article 10: five years)',
    ),
};
