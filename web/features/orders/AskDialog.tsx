// Asking a producer to make something: what, and the most that the person would pay.
import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Centavos } from '@camarim/contract/money';
import { ORDER_TEXT_MAX } from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { newIdempotencyKey } from '../../client/api/api.ts';
import { explainRefusal } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { CurrencyField } from '../../ui/fields/CurrencyField.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { orderKeys } from './keys.ts';
import { askForOrder } from './queries.ts';
import styles from './orders.module.css';

export type AskProps = { profileId: string; name: string; onClose: () => void };

const AskDialog = ({ profileId, name, onClose }: AskProps) => {
  const client = useQueryClient();
  const [maxPrice, setMaxPrice] = useState<Centavos | null>(null);
  const idempotencyKey = useRef(newIdempotencyKey());
  const { form, errors, problem, submitting } = useForm({
    names: ['text'] as const,
    check: ({ text }) => (text.trim() === '' ? { text: m.order_ask_missing() } : {}),
    submit: async ({ text }) => {
      const body = { profileId: profileId as never, text, ...(maxPrice !== null && { maxPrice }) };
      await askForOrder(body, idempotencyKey.current);
      showToast(m.order_asked({ name }), 'success');
      void client.invalidateQueries({ queryKey: orderKeys.all });
      onClose();
    },
    explain: explainRefusal,
  });
  return (
    <Dialog title={m.order_ask_title({ name })} onClose={onClose}>
      <form {...form} className={styles.form}>
        <TextArea
          name="text"
          autoFocus
          label={m.order_ask_text()}
          rows={5}
          maxLength={ORDER_TEXT_MAX}
          error={errors.text}
        />
        <CurrencyField
          label={m.order_ask_max()}
          hint={m.order_ask_hint()}
          value={maxPrice}
          onChange={setMaxPrice}
        />
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {m.order_ask_send()}
        </Button>
      </form>
    </Dialog>
  );
};

export default AskDialog;
