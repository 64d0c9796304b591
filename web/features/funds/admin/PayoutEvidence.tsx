// What of a producer's earnings stays now, and what a decision about their money is based on.
import { m } from '../../../paraglide/messages.js';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatCount, formatDay, formatMoney } from '../../../ui/display/formats.ts';
import { adminStyles as styles } from '../../dsb/index.ts';
import type { PayoutRulesView } from './payout-rules.ts';

const InForce = ({ view: { kept } }: { view: PayoutRulesView }) => (
  <>
    {kept.hold && (
      <p>
        {m.cash_out_kept_hold({
          amount: formatMoney(kept.hold.amount),
          until: formatDay(kept.hold.until),
          reason: kept.hold.reason,
        })}
      </p>
    )}
    <p>
      {kept.reserve
        ? m.payout_rules_reserve_now({
            percent: String(kept.reserve.percent),
            days: String(kept.reserve.days),
            amount: formatMoney(kept.reserve.amount),
          })
        : m.payout_rules_reserve_none()}
    </p>
  </>
);

const Evidence = ({ view: { kept, available, pending, evidence } }: { view: PayoutRulesView }) => (
  <>
    <DescriptionList
      className={styles.facts}
      items={[
        [m.payout_rules_available(), formatMoney(available)],
        [m.payout_rules_kept(), formatMoney(kept.total)],
        [m.payout_rules_pending(), formatMoney(pending)],
        [
          m.payout_rules_approved(),
          evidence.approvedAt ? formatDay(evidence.approvedAt) : m.payout_rules_unknown(),
        ],
        [m.payout_rules_paid(), formatCount(evidence.paidOut)],
        [m.payout_rules_earned(), formatMoney(evidence.earned)],
        [m.payout_rules_returned(), formatMoney(evidence.returned)],
      ]}
    />
    {evidence.firstReview && <p>{m.payout_rules_first()}</p>}
  </>
);

export const PayoutEvidence = ({ view }: { view: PayoutRulesView }) => (
  <>
    <InForce view={view} />
    <Evidence view={view} />
  </>
);
