// The wallet dialog: choosing amount and method, paying, then finishing the purchase that needed
// the money.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import type { Intent } from '../../../client/sales.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { type Charge, chargeQuery, walletQuery } from '../queries.ts';
import { ChargeOutcome } from './ChargeOutcome.tsx';
import { TopUpForm } from './TopUpForm.tsx';
import { PixPayment } from './PixPayment.tsx';
import { CardPayment } from '../cards/CardPayment.tsx';
import { BoletoPayment } from '../payment-methods/BoletoPayment.tsx';
import { LinkPayment } from '../payment-methods/LinkPayment.tsx';

type Props = { suggested?: number; intent?: Intent; chargeId?: string; onClose: () => void };

const WalletDialog = ({ suggested, intent, chargeId, onClose }: Props) => {
  const { data: wallet } = useQuery(walletQuery());
  const [charge, setCharge] = useState<Charge | null>(null);
  const [shownId, setShownId] = useState(chargeId);
  const onAgain = () => {
    setCharge(null);
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
        <Payment id={shownId} intent={intent} onAgain={onAgain} onClose={onClose} />
      ) : charge === null ? (
        <TopUpForm
          suggested={suggested}
          intent={intent}
          balance={wallet?.balance ?? 0}
          onCharge={setCharge}
        />
      ) : (
        <Payment
          key={charge.id}
          id={charge.id}
          known={charge}
          intent={intent}
          onAgain={onAgain}
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
  onAgain: () => void;
  onClose: () => void;
};

const Payment = ({ id, known, intent, onAgain, onClose }: PaymentProps) => {
  const { data: current, isError } = useQuery(chargeQuery(id, known));
  useEffect(() => {
    if (isError && !current) onAgain();
  }, [isError, current, onAgain]);
  if (!current) return <Skeleton shape="button" />;
  const waiting = current.status === 'created' || current.status === 'pending';
  if (waiting && current.method === 'pix')
    return <PixPayment charge={current} intent={intent} onAgain={onAgain} />;
  if (waiting && current.method === 'boleto') return <BoletoPayment charge={current} />;
  if (waiting && current.method === 'card') return <CardPayment charge={current} />;
  if (waiting) return <LinkPayment charge={current} />;
  return <ChargeOutcome charge={current} intent={intent} onAgain={onAgain} onClose={onClose} />;
};

export default WalletDialog;
