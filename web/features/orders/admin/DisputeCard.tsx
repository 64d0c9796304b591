// One disputed order: what was agreed, what was delivered, the objection, and the decision.
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import {
  adminStyles as styles,
  Decision,
  type DecisionOption,
  EvidenceMedias,
  ProfileLink,
} from '../../dsb/index.ts';
import { OpenWorkCard } from '../../todo/index.ts';
import { STATUS_TEXTS } from '../status-texts.ts';
import { type Dispute, type Outcome, useDecideOrder } from './queries.ts';

const choices = (): readonly DecisionOption<Outcome>[] => [
  { key: 'refund', text: m.dsb_orders_refund(), main: false, needsReason: true },
  { key: 'settle', text: m.dsb_orders_settle(), main: false, needsReason: true },
];

const Title = ({ order: { fan, producer, price, disputedAt } }: { order: Dispute }) => (
  <>
    {fan && <ProfileLink profile={fan} />} {producer && <ProfileLink profile={producer} />}{' '}
    <span className={styles.soft}>
      {formatMoney(price)} · <TimeAgo at={disputedAt} />
    </span>
  </>
);

export const DisputeCard = ({ order }: { order: Dispute }) => {
  const { id, status, text, note, message, medias, dispute, reason, appealed } = order;
  const { mutate, isPending, error } = useDecideOrder();
  const isOpen = status === 'disputed';
  return (
    <OpenWorkCard kind={isOpen ? 'disputedOrder' : null} id={id} title={<Title order={order} />}>
      <DescriptionList
        items={[
          [m.dsb_orders_wish(), text],
          [m.order_note(), note],
          [m.dsb_orders_delivery(), message],
          [m.order_dispute_text(), dispute],
        ]}
      />
      <EvidenceMedias medias={medias} nameOf={(number) => m.dsb_orders_media_number({ number })} />
      {isOpen ? (
        <Decision
          right="orders.decide"
          label={m.dsb_orders_reason()}
          choices={choices()}
          loading={isPending}
          problem={error ? explainRefusal(error) : undefined}
          onDecide={(outcome, why) => mutate({ id, outcome, reason: why })}
        />
      ) : (
        <>
          <p>
            <Badge variant="plain">{STATUS_TEXTS[status]()}</Badge>{' '}
            {appealed && <Badge variant="air">{m.dsb_orders_appealed()}</Badge>} {reason}
          </p>
          {medias.length === 0 && <p className={styles.soft}>{m.dsb_orders_gone()}</p>}
        </>
      )}
    </OpenWorkCard>
  );
};
