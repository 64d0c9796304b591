// The platform's fee of one producer: shown, and changed with a reason and a step-up.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { feeQuery, type ProducerId, useSetFee } from './fees.ts';
import { adminStyles as styles, Proposals, WithRight } from '../../dsb/index.ts';

const PERCENT_BPS = 100;
const MOST_PERCENT = 90;

export const ProducerFee = ({ producerId }: { producerId: ProducerId }) => (
  <WithRight right="money.read">
    <Fee producerId={producerId} />
  </WithRight>
);

const saved = {
  onSuccess: ({ data: { waitsForSecond } }: { data: { waitsForSecond: boolean } }) =>
    waitsForSecond ? showToast(m.dsb_fee_waits()) : showToast(m.dsb_fee_saved(), 'success'),
};

const Fee = ({ producerId }: { producerId: ProducerId }) => {
  const { data: fee } = useQuery(feeQuery(producerId));
  const { mutate, isPending } = useSetFee(producerId);
  const [percent, setPercent] = useState('');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  if (!fee) return null;
  const change = (feeBps: number | null) => {
    if (reason.trim() === '') {
      setMissing(true);
      return;
    }
    mutate({ feeBps, reason }, saved);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = Number(percent);
    if (percent !== '' && Number.isInteger(value) && value >= 0 && value <= MOST_PERCENT)
      change(value * PERCENT_BPS);
  };
  return (
    <section>
      <h3 className={styles.subtitle}>{m.dsb_fee_title()}</h3>
      <p className={styles.soft}>
        {fee.own
          ? m.dsb_fee_own({ percent: fee.feeBps / PERCENT_BPS, usual: fee.usualBps / PERCENT_BPS })
          : m.dsb_fee_usual({ percent: fee.feeBps / PERCENT_BPS })}
      </p>
      <Proposals
        proposals={fee.proposals}
        right="money.decide"
        words={({ feeBps }) => [
          feeBps === null
            ? m.dsb_fee_words_usual({ percent: fee.usualBps / PERCENT_BPS })
            : m.dsb_fee_words({ percent: feeBps / PERCENT_BPS }),
        ]}
        pending={isPending}
        onAgree={({ feeBps, reason: why }) => mutate({ feeBps, reason: why }, saved)}
      />
      <WithRight right="money.decide">
        <form className={styles.decision} onSubmit={submit}>
          <TextField
            label={m.dsb_fee_percent()}
            type="number"
            min={0}
            max={MOST_PERCENT}
            step={1}
            inputMode="numeric"
            value={percent}
            onChange={({ currentTarget }) => setPercent(currentTarget.value)}
          />
          <TextField
            label={m.dsb_fee_reason()}
            maxLength={500}
            value={reason}
            error={missing ? m.dsb_reason_missing() : undefined}
            onChange={({ currentTarget }) => {
              setReason(currentTarget.value);
              setMissing(false);
            }}
          />
          <div className={styles.buttons}>
            <Button type="submit" variant="line" loading={isPending}>
              {m.dsb_fee_set()}
            </Button>
            {fee.own && (
              <Button variant="line" loading={isPending} onClick={() => change(null)}>
                {m.dsb_fee_reset()}
              </Button>
            )}
          </div>
        </form>
      </WithRight>
    </section>
  );
};
