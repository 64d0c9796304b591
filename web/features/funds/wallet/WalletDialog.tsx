// The wallet dialog: choosing amount and method, paying, then finishing the purchase that needed
// the money.
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import type { Intent } from '../../../client/sales.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Money } from '../../../ui/display/Money.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { type Charge, chargeQuery, useTopUp, walletQuery } from '../queries.ts';
import { ChargeOutcome } from './ChargeOutcome.tsx';
import { TopUpForm } from './TopUpForm.tsx';
import { PixPayment } from './PixPayment.tsx';
import { CardPayment } from '../cards/CardPayment.tsx';
import { BoletoPayment } from '../payment-methods/BoletoPayment.tsx';
import { LinkPayment } from '../payment-methods/LinkPayment.tsx';
import styles from './WalletDialog.module.css';

type Props = { suggested?: number; intent?: Intent; chargeId?: string; onClose: () => void };

const WalletDialog = ({ suggested, intent, chargeId, onClose }: Props) => {
  const { data: wallet } = useQuery(walletQuery());
  const [charge, setCharge] = useState<Charge | null>(null);
  const [shownId, setShownId] = useState(chargeId);
  const onAgain = () => {
    setCharge(null);
    setShownId(undefined);
  };
  const onCharge = (created: Charge) => {
    setCharge(created);
    setShownId(undefined);
  };

  return (
    <Dialog
      size="wallet"
      title={m.wallet_title()}
      aside={
        wallet && (
          <>
            {m.wallet_balance()} <Money value={wallet.balance} />
          </>
        )
      }
      onClose={onClose}
    >
      {shownId !== undefined ? (
        <Payment
          id={shownId}
          intent={intent}
          onAgain={onAgain}
          onCharge={onCharge}
          onClose={onClose}
        />
      ) : charge === null ? (
        <TopUpForm
          suggested={suggested}
          intent={intent}
          balance={wallet?.balance ?? 0}
          onCharge={onCharge}
        />
      ) : (
        <Payment
          key={charge.id}
          id={charge.id}
          known={charge}
          intent={intent}
          onAgain={onAgain}
          onCharge={onCharge}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
};

type PaymentProps = {
  id: string;
  known?: Charge;
  intent: Intent | undefined;
  /** Back to the choice of amount and method. */
  onAgain: () => void;
  onCharge: (charge: Charge) => void;
  onClose: () => void;
};

const Payment = ({ id, known, intent, onAgain, onCharge, onClose }: PaymentProps) => {
  const { data: current, isError } = useQuery(chargeQuery(id, known));
  const renewal = useTopUp();
  useEffect(() => {
    if (isError && !current) onAgain();
  }, [isError, current, onAgain]);
  if (!current) return <Skeleton shape="button" />;
  const { method, value } = current;
  // Another code for the same amount; where that is refused, the form says why.
  const renew = () =>
    renewal.mutate(
      {
        method: 'pix',
        value,
        intent: intent ?? null,
        profileCardId: null,
        idempotencyKey: newIdempotencyKey(),
      },
      { onSuccess: ({ data }) => onCharge(data), onError: onAgain },
    );
  const shared = { charge: current, intent, onClose, renewing: renewal.isPending };
  const retry = method === 'pix' ? renew : onAgain;
  if (current.status === 'created' || current.status === 'pending')
    return <Waiting {...shared} onRenew={renew} onAgain={onAgain} />;
  return <ChargeOutcome {...shared} onAgain={retry} />;
};

type WaitingProps = Pick<PaymentProps, 'intent' | 'onAgain' | 'onClose'> & {
  charge: Charge;
  onRenew: () => void;
  renewing: boolean;
};

/** How to pay, the amount to pay, and the way back to the choice of another amount or method. */
const Waiting = ({ charge, intent, onRenew, renewing, onAgain, onClose }: WaitingProps) => {
  const [over, setOver] = useState(false);
  const onOver = useCallback(() => setOver(true), []);
  return (
    <>
      {!over && (
        <p className={styles.due}>
          {m.wallet_to_pay()} <Money value={charge.value} />
        </p>
      )}
      {charge.method === 'pix' ? (
        <PixPayment
          charge={charge}
          intent={intent}
          onAgain={onRenew}
          renewing={renewing}
          onOver={onOver}
        />
      ) : charge.method === 'boleto' ? (
        <BoletoPayment charge={charge} />
      ) : charge.method === 'card' ? (
        <CardPayment charge={charge} />
      ) : (
        <LinkPayment charge={charge} />
      )}
      {charge.method !== 'card' && !over && (
        <div className={styles.back}>
          <Button variant="line" onClick={onAgain}>
            <ArrowLeft aria-hidden />
            {m.wallet_change()}
          </Button>
          <p className={styles.soft}>
            {m.wallet_found_again()}{' '}
            <Link to="/wallet" onClick={onClose} className={styles.link}>
              {m.payments_title()}
            </Link>
          </p>
        </div>
      )}
    </>
  );
};

export default WalletDialog;
