// Asks for a cash-out of a blocked person, who can't log in, to their own default account; it waits
// for a decision as all of theirs.
import type { Centavos } from '@camarim/contract/money';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { ApiError, explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { formatMoney } from '../../../ui/display/formats.ts';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { AdminSection, adminStyles as styles, Decision, WithRight } from '../../dsb/index.ts';
import { type PersonWithEarnings, useCashOutOfBlocked } from './transactions.ts';

/** `earnings`: what can be cashed out now. */
export const CashOutOfBlocked = ({ profileId, earnings }: PersonWithEarnings) => {
  const { mutate, isPending, isSuccess, error } = useCashOutOfBlocked();
  const [value, setValue] = useState<Centavos | null>(earnings);
  const [missing, setMissing] = useState(false);
  // Another one after a refusal only: an attempt without an answer may have been carried out.
  const key = useRef(newIdempotencyKey());
  const fieldError = error instanceof ApiError ? error.fields['value']?.message : undefined;
  return (
    <WithRight right="money.decide">
      <AdminSection title={m.dsb_pay_blocked_title()} note={m.dsb_pay_blocked_note()}>
        {isSuccess ? (
          <NoticeBox>
            {m.dsb_pay_blocked_done()}{' '}
            <Link to="/dsb/transactions" className={styles.back}>
              {m.dsb_pay_blocked_queue()}
            </Link>
          </NoticeBox>
        ) : (
          <>
            <CurrencyField
              label={m.dsb_pay_blocked_value()}
              hint={m.dsb_pay_blocked_available({ value: formatMoney(earnings) })}
              value={value}
              error={missing ? m.dsb_pay_blocked_missing() : fieldError}
              onChange={(next) => {
                setValue(next);
                setMissing(false);
              }}
            />
            <Decision
              right="money.decide"
              label={m.dsb_pay_blocked_reason()}
              choices={[
                { key: 'ask', text: m.dsb_pay_blocked_ask(), main: true, needsReason: true },
              ]}
              loading={isPending}
              problem={fieldError === undefined ? explainRefusal(error) : undefined}
              onDecide={(_key, reason) => {
                if (value === null || value === 0) {
                  setMissing(true);
                  return;
                }
                mutate(
                  { profileId, value, reason, idempotencyKey: key.current },
                  {
                    onError: (refusal) => {
                      if (refusal instanceof ApiError && refusal.status < 500)
                        key.current = newIdempotencyKey();
                    },
                  },
                );
              }}
            />
          </>
        )}
      </AdminSection>
    </WithRight>
  );
};
