// What the decision about a held card payment is based on.
import { m } from '../../../paraglide/messages.js';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatCount, formatDay, formatMoney } from '../../../ui/display/formats.ts';
import { adminStyles as styles, ProfileLink } from '../../dsb/index.ts';
import type { Transaction } from './transactions.ts';

type Evidence = NonNullable<NonNullable<Transaction['held']>['evidence']>;

const Producers = ({ producers }: Pick<Evidence, 'producers'>) =>
  producers.length === 0 ? (
    m.dsb_held_producers_none()
  ) : (
    <ul className={styles.records}>
      {producers.map(({ profile, sales, amount }) => (
        <li key={profile.id}>
          <ProfileLink profile={profile} />{' '}
          {m.dsb_held_producer_text({ count: formatCount(sales), amount: formatMoney(amount) })}
        </li>
      ))}
    </ul>
  );

export const HeldEvidence = ({
  evidence: { accountSince, declines, payments, producers },
}: {
  evidence: Evidence;
}) => (
  <DescriptionList
    className={styles.facts}
    items={[
      [m.dsb_held_account(), formatDay(accountSince)],
      [
        m.dsb_held_declines(),
        m.dsb_held_declines_text({
          account: formatCount(declines.account),
          address: formatCount(declines.address),
          device: formatCount(declines.device),
          bin: formatCount(declines.bin),
        }),
      ],
      [
        m.dsb_held_payments(),
        m.dsb_held_payments_text({
          count: formatCount(payments.count),
          amount: formatMoney(payments.amount),
          returned: formatCount(payments.returned),
        }),
      ],
      [m.dsb_held_producers(), <Producers key="producers" producers={producers} />],
    ]}
  />
);
