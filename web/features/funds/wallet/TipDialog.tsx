// A tip ("mimo") to a profile, post or goal: an amount, one click, an amber burst.
import { TIP_MAX_CENTAVOS, TIP_MESSAGE_MAX, TIP_MIN_CENTAVOS } from '@camarim/contract/limits';
import { type Centavos, centavos } from '@camarim/contract/money';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import type { Intent } from '../../../client/sales.ts';
import { playSound } from '../../../client/sounds/audible.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { usePay } from '../queries.ts';
import { BalanceLine } from './BalanceLine.tsx';
import { burst } from './burst.ts';
import { PaymentProblem } from './PaymentProblem.tsx';
import styles from './TipDialog.module.css';

type Props = {
  profileId: string;
  postId?: string;
  goalId?: string;
  liveId?: string;
  item?: { id: string; label: string; price: Centavos };
  name: string;
  onClose: () => void;
};

const QUICK = [500, 1_000, 2_000, 5_000].map(centavos);
const DEFAULT = centavos(1_000);

/** A statement shows the message on one line; several rows only help while it is written. */
const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');

const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
};

/** A tip in a show also names the goal or the item that it is for. */
const targetOf = ({ profileId, postId, goalId, liveId, item }: Omit<Props, 'name' | 'onClose'>) => {
  if (liveId) return { liveId, ...(goalId && { goalId }), ...(item && { itemId: item.id }) };
  if (goalId) return { goalId };
  return postId ? { postId } : { toProfileId: profileId };
};

const TipDialog = ({ name, onClose, ...target }: Props) => {
  const { item } = target;
  const [value, setValue] = useState<Centavos | null>(item?.price ?? DEFAULT);
  const [problem, setProblem] = useState<string>();
  const [message, setMessage] = useState('');
  const pay = usePay();
  // One idempotency key per amount and message: a second click repeats the same tip.
  const keys = useRef(new Map<string, string>());

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (value === null || value < TIP_MIN_CENTAVOS || value > TIP_MAX_CENTAVOS) {
      setProblem(
        m.tip_limits({ min: formatMoney(TIP_MIN_CENTAVOS), max: formatMoney(TIP_MAX_CENTAVOS) }),
      );
      return;
    }
    const written = message.trim();
    const tipKey = `${value} ${written}`;
    const idempotencyKey = keys.current.get(tipKey) ?? newIdempotencyKey();
    keys.current.set(tipKey, idempotencyKey);
    const intent = {
      kind: 'tip',
      ...targetOf(target),
      value,
      ...(written && { message: written }),
      label: name,
    } as Intent;
    pay.mutate(
      { intent, idempotencyKey },
      {
        onSuccess: () => {
          burst();
          playSound('cashier');
          showToast(m.tip_sent({ value: formatMoney(value), name }), 'success');
          onClose();
        },
      },
    );
  };

  return (
    <Dialog size="login" title={m.tip_title({ name })} onClose={onClose}>
      <form className={styles.form} onSubmit={send} noValidate>
        {item && <p className={styles.item}>{item.label}</p>}
        {!item && (
          <>
            <div className={styles.quick}>
              {QUICK.map((amount) => (
                <button
                  key={amount}
                  type="button"
                  aria-pressed={amount === value}
                  className={styles.amount}
                  onClick={() => setValue(amount)}
                >
                  {formatMoney(amount)}
                </button>
              ))}
            </div>
            <CurrencyField
              label={m.tip_value()}
              value={value}
              error={problem}
              onChange={(typed) => {
                setValue(typed);
                setProblem(undefined);
              }}
            />
          </>
        )}
        <TextArea
          label={m.tip_message()}
          rows={3}
          value={message}
          maxLength={TIP_MESSAGE_MAX}
          hint={m.tip_message_left({ count: TIP_MESSAGE_MAX - message.length })}
          autoComplete="off"
          onKeyDown={sendOnEnter}
          onChange={({ currentTarget }) => setMessage(onOneLine(currentTarget.value))}
        />
        <BalanceLine />
        <PaymentProblem error={pay.error} />
        <Button
          type="submit"
          variant="main"
          fullWidth
          loading={pay.isPending}
          disabled={value === null}
        >
          {m.tip_send({ value: formatMoney(value ?? 0) })}
        </Button>
      </form>
    </Dialog>
  );
};

export default TipDialog;
