// One transaction with the corrections that are possible.
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { correctionReason } from './automatic-reasons.ts';
import { HeldEvidence } from './HeldEvidence.tsx';
import { kindText } from '../statement/kinds.ts';
import { adminStyles as styles, WithRight } from '../../dsb/index.ts';
import { OpenWorkCard } from '../../todo/index.ts';
import type { Correction, Transaction } from './transactions.ts';

const Person = ({ person }: { person: Transaction['from'] }) =>
  person ? (
    <Link to={`/${person.domainName}`}>{person.exibitionName}</Link>
  ) : (
    <>{m.dsb_transactions_platform()}</>
  );

const ACTIONS = {
  release: m.dsb_transactions_release,
  reverse: m.dsb_transactions_reverse,
  'reverse-payment': m.dsb_transactions_refund,
  'charge-back': m.dsb_transactions_charge_back,
} as const;

const HELD = {
  acquirer: m.dsb_held_acquirer,
  firstCardPayment: m.dsb_held_first_card_payment,
} as const;

const REFUNDS = {
  requested: m.dsb_transactions_refund_requested,
  done: m.dsb_transactions_refund_done,
  failed: m.dsb_transactions_refund_failed,
} as const;

export const TransactionLine = ({
  line,
  onCorrect,
}: {
  line: Transaction;
  onCorrect: (correction: Correction) => void;
}) => (
  <OpenWorkCard
    kind={line.held ? 'paymentReview' : null}
    id={line.id}
    title={
      <>
        {kindText(line.kind)} · <Money value={line.amount} />{' '}
        {line.reversedBy && <Badge variant="plain">{m.dsb_transactions_reversed()}</Badge>}{' '}
        {line.refund && (
          <Badge variant={line.refund === 'done' ? 'leaf' : 'plain'}>
            {REFUNDS[line.refund]()}
          </Badge>
        )}
      </>
    }
  >
    <p>
      <Person person={line.from} />
      {line.to?.id !== line.from?.id && (
        <>
          {' → '}
          <Person person={line.to} />
        </>
      )}{' '}
      <span className={styles.soft}>
        · <time dateTime={line.createdAt}>{formatMoment(line.createdAt)}</time>
      </span>
    </p>
    {line.held && (
      <p>
        {m.dsb_held_until({
          reason: HELD[line.held.reason](),
          when: formatMoment(line.held.until),
        })}
      </p>
    )}
    {line.held?.evidence && <HeldEvidence evidence={line.held.evidence} />}
    <p className={styles.soft}>
      {line.releaseAt &&
        `${m.dsb_transactions_releases({ when: formatMoment(line.releaseAt) })} · `}
      {line.releasedAt &&
        `${m.dsb_transactions_released({ when: formatMoment(line.releasedAt) })} · `}
      {line.reason && `${m.cash_out_reason({ reason: correctionReason(line.reason) })} · `}
      {m.dsb_transactions_number()} <code>{line.id}</code>
    </p>
    {line.can.length > 0 && (
      <WithRight right="money.decide">
        <p className={styles.buttons}>
          {line.can.map((action) => (
            <Button key={action} small variant="line" onClick={() => onCorrect({ line, action })}>
              {action === 'release' && line.held ? m.dsb_held_release() : ACTIONS[action]()}
            </Button>
          ))}
        </p>
      </WithRight>
    )}
  </OpenWorkCard>
);
