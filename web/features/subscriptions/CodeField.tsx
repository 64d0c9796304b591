// The field for a discount code, hidden behind a link so that people without a code are not
// distracted.
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { ApiError } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { type Offer, useDiscount } from './queries.ts';
import styles from './SubscribeDialog.module.css';

export const CodeField = ({
  profileId,
  onOffer,
}: {
  profileId: string;
  onOffer: (offer: Offer & { code: string }) => void;
}) => {
  const [open, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const discount = useDiscount(profileId);
  if (!open) {
    return (
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        {m.subscribe_have_code()}
      </button>
    );
  }
  const problem = discount.error instanceof ApiError ? discount.error.message : undefined;
  return (
    <form
      className={styles.code}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim())
          discount.mutate(code.trim(), {
            onSuccess: (offer) => onOffer({ ...offer, code: code.trim() }),
          });
      }}
    >
      <TextField
        label={m.subscribe_code()}
        autoFocus
        value={code}
        error={problem}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={30}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          discount.reset();
        }}
      />
      <Button type="submit" variant="line" loading={discount.isPending}>
        {m.subscribe_apply()}
      </Button>
    </form>
  );
};
