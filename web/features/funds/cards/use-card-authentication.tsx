// 3-D Secure before a card charge, where the acquirer runs it with a script in the page. Asks for
// the card number again when it was not typed in this tab.
import { type ReactNode, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { call } from '../../../client/api/api.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import type { SavedPayment } from '../saved.ts';
import { hasValidCheckDigit, digitsOf, maskNumber } from './card-rules.ts';
import styles from './cards.module.css';
import { runThreeDs, type ThreeDsProof } from './three-ds.ts';
import { rememberNumber, typedNumber } from './typed-numbers.ts';

/** Fields to add to the charge; null: the charge must not be sent. */
type Authentication = { authentication?: ThreeDsProof } | null;
type NumberRequest = { saved: SavedPayment; answer: (number: string | null) => void };

/** 404: the card is gone; the charge call reports that. */
const GONE = [404];

export const useCardAuthentication = (): {
  authenticate: (saved: SavedPayment, value: number) => Promise<Authentication>;
  numberDialog: ReactNode;
  authenticating: boolean;
} => {
  const [numberRequest, setNumberRequest] = useState<NumberRequest | null>(null);
  const [authenticating, setAuthenticating] = useState(false);

  const numberOf = (saved: SavedPayment): Promise<string | null> =>
    new Promise((resolve) => {
      const known = typedNumber(saved.id);
      if (known) resolve(known);
      else setNumberRequest({ saved, answer: resolve });
    });

  const authenticate = async (saved: SavedPayment, value: number): Promise<Authentication> => {
    setAuthenticating(true);
    try {
      const { data: script } = await call('GET /funds/cards/{id}/authentication', {
        params: { id: saved.id },
        query: { value: String(value) },
        handled: GONE,
      });
      if (!script) return {};
      const number = await numberOf(saved);
      if (number === null) return null;
      const outcome = await runThreeDs(script, {
        number,
        expiration: saved.expiration ?? '',
        value,
      });
      if (
        outcome.kind !== 'refused' &&
        (outcome.kind === 'proven' || script.otherwise === 'charge')
      )
        return { authentication: outcome.proof };
      showToast(m.card_declined_unauthenticated(), 'error');
      return null;
    } finally {
      setAuthenticating(false);
    }
  };

  const done = (number: string | null) => {
    if (numberRequest && number !== null) rememberNumber(numberRequest.saved.id, number);
    numberRequest?.answer(number);
    setNumberRequest(null);
  };
  return {
    authenticate,
    authenticating,
    numberDialog: numberRequest && <CardNumberDialog saved={numberRequest.saved} onDone={done} />,
  };
};

/** Whether a number belongs to a saved card, of which the last four digits are known. */
const isNumberOf = (number: string, { number: shown }: SavedPayment): boolean =>
  hasValidCheckDigit(number) && number.length > 12 && (shown ?? '').endsWith(number.slice(-4));

const CardNumberDialog = ({
  saved,
  onDone,
}: {
  saved: SavedPayment;
  onDone: (number: string | null) => void;
}) => {
  const { form, errors, submitting } = useForm({
    names: ['number'] as const,
    check: ({ number }) =>
      isNumberOf(digitsOf(number), saved)
        ? {}
        : { number: m.card_number_other({ number: saved.number ?? '' }) },
    submit: async ({ number }) => onDone(digitsOf(number)),
    explain: () => undefined,
  });
  return (
    <Dialog title={m.card_number_again_title()} onClose={() => onDone(null)}>
      <p className={styles.note}>{m.card_number_again_text({ number: saved.number ?? '' })}</p>
      <form
        {...form}
        className={styles.form}
        onInput={(event) => {
          const field = event.target as HTMLInputElement;
          if (field.selectionEnd === field.value.length) field.value = maskNumber(field.value);
          form.onInput(event);
        }}
      >
        <TextField
          name="number"
          label={m.card_number()}
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
          autoFocus
          error={errors.number}
        />
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {m.card_number_again_go()}
        </Button>
      </form>
    </Dialog>
  );
};
