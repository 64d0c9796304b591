// The payout rules of a producer in words: as they are, and as the audit log keeps a change of
// them. Pure.
import { m } from '../../../paraglide/messages.js';
import { formatDay, formatMoney } from '../../../ui/display/formats.ts';
import type { PayoutRulesView } from './payout-rules.ts';

type Rules = PayoutRulesView['rules'];

export const REVIEW_TEXTS: Record<Rules['review'], () => string> = {
  usual: m.payout_rules_review_usual,
  always: m.payout_rules_review_always,
  never: m.payout_rules_review_never,
};

const wordsOfReserve = (percent: number | null, usual: number | null): string => {
  if (percent !== null) return m.payout_rules_words_reserve({ percent: String(percent) });
  return usual === null
    ? m.payout_rules_words_usual_reserve()
    : m.payout_rules_words_usual({ percent: String(usual) });
};

/** One line for each rule; `usual` is the reserve by the settings, null: not known. */
export const wordsOfRules = (
  { hold, reservePercent, review, cardReviewFrom }: Rules,
  usual: number | null,
): string[] => [
  hold
    ? m.payout_rules_words_hold({
        amount: formatMoney(hold.amount),
        until: formatDay(hold.until),
        reason: hold.reason,
      })
    : m.payout_rules_words_no_hold(),
  wordsOfReserve(reservePercent, usual),
  m.payout_rules_words_review({ which: REVIEW_TEXTS[review]() }),
  cardReviewFrom === null
    ? m.payout_rules_words_no_card_review()
    : m.payout_rules_words_card_review({ amount: formatMoney(cardReviewFrom) }),
];

/** What api/features/funds/payouts/reserve/change-rules.ts writes into the log. */
const RULES =
  '(?:no hold|hold (\\d+) until (\\S+) \\(([^]*?)\\)), reserve (?:usual|(\\d+) %), review (usual|always|never)(?:, (?:no card review|card review from (\\d+)))?';
const CHANGE = new RegExp(`^${RULES} -> ${RULES}: ([^]*)$`, 'v');

const amountOf = (text: string | undefined) =>
  (text === undefined ? null : Number(text)) as Rules['cardReviewFrom'];

const rulesOf = ([amount, until, reason, percent, review, card]: readonly (
  | string
  | undefined
)[]): Rules => ({
  hold:
    amount === undefined
      ? null
      : { amount: Number(amount) as never, until: until ?? '', reason: reason ?? '' },
  reservePercent: percent === undefined ? null : Number(percent),
  review: (review ?? 'usual') as Rules['review'],
  cardReviewFrom: amountOf(card),
});

const PARTS = 6;

/** The reason of an entry of the log in the reader's language; others stay as they are. */
export const wordsOfLogged = (action: string, reason: string): string => {
  const parts = action.startsWith('payoutRules.') ? CHANGE.exec(reason)?.slice(1) : undefined;
  if (!parts) return reason;
  const line = (from: number) =>
    wordsOfRules(rulesOf(parts.slice(from, from + PARTS)), null).join('; ');
  return m.payout_rules_words_change({
    before: line(0),
    after: line(PARTS),
    note: parts.at(-1) ?? '',
  });
};
