// Settings of the limits against fraud (docs/operations/payments.md).
import { z } from 'zod';
import { bounded } from './setting-types.ts';

/** `describe` is the text of the operator's manual. */
export const fraudSettings = {
  CARD_DECLINES_ACCOUNT_MAX: bounded('CARD_DECLINES_ACCOUNT_MAX')
    .default(5)
    .describe(
      'cards declined within 24 hours after which an account can try no more; two, while its email is not confirmed',
    ),
  CARD_DECLINES_ADDRESS_MAX: bounded('CARD_DECLINES_ADDRESS_MAX')
    .default(15)
    .describe('the same for all accounts of one address (of IPv6, one /64 network)'),
  CARD_DECLINES_DEVICE_MAX: bounded('CARD_DECLINES_DEVICE_MAX')
    .default(8)
    .describe('the same for all accounts of one browser, which the device cookie recognises'),
  CARD_DECLINES_BIN_MAX: bounded('CARD_DECLINES_BIN_MAX')
    .default(40)
    .describe(
      'the same for cards with the same first six digits, when they are also CARD_ALARM_PERCENT of the attempts with such cards; people who paid by card a week ago or earlier are not refused',
    ),
  CARD_ALARM_DECLINES: bounded('CARD_ALARM_DECLINES')
    .default(20)
    .describe('declined cards of an hour, of all accounts, from which on an alarm is raised'),
  CARD_ALARM_PERCENT: bounded('CARD_ALARM_PERCENT')
    .default(50)
    .describe('when they are also this share of the attempts of that hour'),
  PAIR_DAY_MAX_CENTAVOS: bounded('PAIR_DAY_MAX_CENTAVOS')
    .default(150_000)
    .describe(
      'most that one person pays one producer within 24 hours, while their card was charged in the last HOLD_DAYS_CARD days; 0: no limit',
    ),
  PAIR_WEEK_MAX_CENTAVOS: bounded('PAIR_WEEK_MAX_CENTAVOS')
    .default(500_000)
    .describe('the same within seven days'),
  PAIR_DAY_SALES_MAX: bounded('PAIR_DAY_SALES_MAX')
    .default(300)
    .describe('the same as a number of sales within 24 hours; each minute of a show is one'),
  NEW_PAYER_DAYS: bounded('NEW_PAYER_DAYS')
    .default(7)
    .describe(
      'for so many days an account that pays by card is new for the two settings below; 0: none is',
    ),
  NEW_PAYER_DAY_MAX_CENTAVOS: bounded('NEW_PAYER_DAY_MAX_CENTAVOS')
    .default(50_000)
    .describe(
      'most that a new account with card money pays one producer within 24 hours; 0: no limit',
    ),
  NEW_PAYERS_MAX: bounded('NEW_PAYERS_MAX')
    .default(10)
    .describe(
      'new accounts with card money that pay one producer within seven days, from which on the producer’s cash-outs wait for an administrator; no payer is refused by it; 0: no limit',
    ),
  SCHEME_VISA_LIMIT_BPS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(150)
    .describe(
      'disputes of every 10,000 payments from which on Visa acts, drawn on the overview (payments.md)',
    ),
  SCHEME_VISA_LIMIT_FROM: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(1_500)
    .describe('and from so many disputes and reports of fraud of a month on'),
  SCHEME_MASTERCARD_LIMIT_BPS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(150)
    .describe('the same of Mastercard'),
  SCHEME_MASTERCARD_LIMIT_FROM: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(100)
    .describe('and from so many disputes of a month on'),
};
