// Subscribing with Pix Automático: the payer's data, then the code that pays the first month and
// authorises the mandate.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { newIdempotencyKey } from '../../client/api/api.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoney } from '../../ui/display/formats.ts';
import { RadioCards } from '../../ui/fields/RadioCards.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { BoletoForm, type Charge, chargeQuery, PixPayment } from '../funds/index.ts';
import { type Profile, profileQuery } from '../profiles/index.ts';
import { refreshAfterSubscription, useCreateMandate } from './queries.ts';
import styles from './SubscribeDialog.module.css';

export type Payment = 'wallet' | 'pixAutomatico';

export const PaymentChoice = ({
  chosen,
  onChoose,
}: {
  chosen: Payment;
  onChoose: (payment: Payment) => void;
}) => (
  <RadioCards
    name="payment"
    legend={m.subscribe_how_to_pay()}
    options={[
      { key: 'wallet', title: m.subscribe_by_wallet(), text: m.subscribe_by_wallet_text() },
      { key: 'pixAutomatico', title: m.subscribe_by_pix(), text: m.subscribe_by_pix_text() },
    ]}
    chosen={chosen}
    onChoose={onChoose}
  />
);

type Props = {
  profileId: string;
  /** Prices of the first month and of the following ones. */
  price: number;
  monthly: number;
  discount: Omit<
    Parameters<ReturnType<typeof useCreateMandate>['mutate']>[0],
    'price' | 'idempotencyKey'
  >;
  /** A code was created: the choice is locked. */
  onCharge: (charge: Charge) => void;
};

export const MandateForm = ({ profileId, price, monthly, discount, onCharge }: Props) => {
  const mandate = useCreateMandate(profileId);
  // One idempotency key per choice: a second click returns the same code.
  const idempotencyKey = useRef(newIdempotencyKey());
  const ask = () =>
    mandate.mutate(
      { price, ...discount, idempotencyKey: idempotencyKey.current },
      { onSuccess: ({ data }) => onCharge(data) },
    );

  return (
    <BoletoForm onSaved={ask} text={m.subscribe_pix_payer()}>
      {(saving) => (
        <>
          <p className={styles.soft}>{m.subscribe_pix_then({ price: formatMoney(monthly) })}</p>
          <Button type="submit" variant="main" fullWidth loading={saving || mandate.isPending}>
            {m.subscribe_pix_code({ price: formatMoney(price) })}
          </Button>
        </>
      )}
    </BoletoForm>
  );
};

type MandatePaymentProps = {
  charge: Charge;
  profile: Profile;
  username: string;
  monthly: number;
  onAgain: () => void;
  onClose: () => void;
};

export const MandatePayment = ({
  charge,
  profile,
  username,
  monthly,
  onAgain,
  onClose,
}: MandatePaymentProps) => {
  const client = useQueryClient();
  const { data: current = charge } = useQuery(chargeQuery(charge.id, charge));
  const paid = current.status === 'paid';
  const { exibitionName } = profile;

  useEffect(() => {
    if (!paid) return;
    const refresh = async (): Promise<void> => {
      await refreshAfterSubscription(client);
      const { subscribedUntil } = await client.fetchQuery({
        ...profileQuery(username),
        staleTime: 0,
      });
      if (subscribedUntil !== null) showToast(m.subscribe_done({ name: exibitionName }), 'success');
      else showToast(m.subscribe_pix_kept(), 'error');
      onClose();
    };
    void refresh();
  }, [paid, client, username, exibitionName, onClose]);

  return (
    <>
      <p>
        {m.subscribe_pix_permits({
          price: formatMoney(charge.value),
          monthly: formatMoney(monthly),
        })}
      </p>
      <PixPayment
        charge={current}
        intent={undefined}
        onAgain={onAgain}
        text={m.subscribe_pix_scan()}
        narrow
      />
      {(current.status === 'failed' || current.status === 'expired') && (
        <Button variant="main" onClick={onAgain}>
          {m.wallet_new_code()}
        </Button>
      )}
    </>
  );
};
