// What of a producer's earnings stays for a time and which cash-outs wait: shown with what a
// decision is based on, and changed with a reason and a step-up.
import {
  PAYOUT_HOLD_DAYS_MAX,
  PAYOUT_REVIEWS,
  RESERVE_PERCENT_MAX,
} from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatNumber } from '../../../ui/display/formats.ts';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { AdminSection, adminStyles as styles, Proposals, WithRight } from '../../dsb/index.ts';
import type { ProducerId } from './fees.ts';
import { PayoutEvidence } from './PayoutEvidence.tsx';
import { REVIEW_TEXTS, wordsOfRules } from './rule-words.ts';
import {
  type PayoutRulesChange,
  payoutRulesQuery,
  type PayoutRulesView,
  useSetPayoutRules,
} from './payout-rules.ts';

/** The hold ends when this day begins in São Paulo, which has had one offset since 2019. */
const instantOf = (day: string): string => new Date(`${day}T00:00:00-03:00`).toISOString();
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const OFFSET_MS = 3 * HOUR_MS;
const dayOf = (instant: string): string =>
  new Date(Date.parse(instant) - OFFSET_MS).toISOString().slice(0, DAY_LENGTH);

type Draft = {
  amount: Centavos | null;
  reason: string;
  until: string;
  reserve: string;
  review: PayoutRulesChange['review'];
  cardReviewFrom: Centavos | null;
  note: string;
};

/** A hold that is over is not asked for again. */
const draftOf = ({
  rules: { reservePercent, review, cardReviewFrom },
  kept: { hold },
}: PayoutRulesView): Draft => ({
  amount: (hold?.amount ?? null) as Centavos | null,
  reason: hold?.reason ?? '',
  until: hold ? dayOf(hold.until) : '',
  reserve: reservePercent === null ? '' : String(reservePercent),
  review,
  cardReviewFrom: cardReviewFrom as Centavos | null,
  note: '',
});

/** Null while the hold lacks its reason or its end. */
const changeOf = ({ amount, reason, until, reserve, review, cardReviewFrom, note }: Draft) => {
  const holds = amount !== null && amount > 0;
  if (holds && (reason.trim() === '' || until === '')) return null;
  return {
    hold: holds ? { amount, reason, until: instantOf(until) } : null,
    reservePercent: reserve === '' ? null : Number(reserve),
    review,
    cardReviewFrom: cardReviewFrom === 0 ? null : cardReviewFrom,
    note,
  } satisfies PayoutRulesChange;
};

const Fields = ({
  draft,
  usual,
  problem,
  onChange,
}: {
  draft: Draft;
  usual: number;
  problem: string | undefined;
  onChange: (part: Partial<Draft>) => void;
}) => (
  <>
    <CurrencyField
      label={m.payout_rules_hold()}
      value={draft.amount}
      onChange={(amount) => onChange({ amount })}
    />
    {draft.amount !== null && draft.amount > 0 && (
      <>
        <TextField
          label={m.payout_rules_hold_reason()}
          maxLength={500}
          value={draft.reason}
          error={problem}
          onChange={({ currentTarget: { value } }) => onChange({ reason: value })}
        />
        <TextField
          type="date"
          label={m.payout_rules_hold_until({ days: formatNumber(PAYOUT_HOLD_DAYS_MAX) })}
          value={draft.until}
          onChange={({ currentTarget: { value } }) => onChange({ until: value })}
        />
      </>
    )}
    <TextField
      type="number"
      inputMode="numeric"
      min={0}
      max={RESERVE_PERCENT_MAX}
      step={1}
      label={m.payout_rules_reserve({ usual: String(usual) })}
      value={draft.reserve}
      onChange={({ currentTarget: { value } }) => onChange({ reserve: value })}
    />
    <Select
      label={m.payout_rules_review()}
      value={draft.review}
      options={PAYOUT_REVIEWS.map((value) => ({ value, text: REVIEW_TEXTS[value]() }))}
      onChange={({ currentTarget: { value } }) => onChange({ review: value as Draft['review'] })}
    />
    <CurrencyField
      label={m.payout_rules_card_review()}
      value={draft.cardReviewFrom}
      onChange={(cardReviewFrom) => onChange({ cardReviewFrom })}
    />
    <TextField
      label={m.payout_rules_note()}
      required
      minLength={3}
      maxLength={500}
      value={draft.note}
      onChange={({ currentTarget: { value } }) => onChange({ note: value })}
    />
  </>
);

const saved = {
  onSuccess: ({ waitsForSecond }: PayoutRulesView) =>
    waitsForSecond ? showToast(m.dsb_change_waits()) : showToast(m.payout_rules_saved(), 'success'),
};

/** What waits for a second person, who makes the same request by a button. */
const ProposedRules = ({ producerId, view }: { producerId: ProducerId; view: PayoutRulesView }) => {
  const { mutate, isPending, error } = useSetPayoutRules(producerId);
  return (
    <Proposals
      proposals={view.proposals}
      right="money.decide"
      words={({ rules }) => wordsOfRules(rules, view.evidence.usualReserve)}
      pending={isPending}
      problem={explainRefusal(error)}
      onAgree={({ rules, reason }) => mutate({ ...rules, note: reason }, saved)}
    />
  );
};

const RulesForm = ({ producerId, view }: { producerId: ProducerId; view: PayoutRulesView }) => {
  const { mutate, isPending, error } = useSetPayoutRules(producerId);
  const [draft, setDraft] = useState(() => draftOf(view));
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const change = changeOf(draft);
    setMissing(change === null);
    if (change) mutate(change, saved);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Fields
        draft={draft}
        usual={view.evidence.usualReserve}
        problem={missing ? m.payout_rules_hold_missing() : undefined}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
      {error && (
        <p role="alert" className={styles.problem}>
          {explainRefusal(error)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="line" loading={isPending}>
          {m.payout_rules_save()}
        </Button>
      </div>
    </form>
  );
};

const Rules = ({ producerId }: { producerId: ProducerId }) => {
  const { data: view } = useQuery(payoutRulesQuery(producerId));
  if (!view) return null;
  return (
    <AdminSection title={m.payout_rules_title()}>
      <PayoutEvidence view={view} />
      <ProposedRules producerId={producerId} view={view} />
      <WithRight right="money.decide">
        <RulesForm key={view.changedAt} producerId={producerId} view={view} />
      </WithRight>
    </AdminSection>
  );
};

export default function PayoutRules({ producerId }: { producerId: ProducerId }) {
  return (
    <WithRight right="money.read">
      <Rules producerId={producerId} />
    </WithRight>
  );
}
