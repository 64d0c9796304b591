// Who may write to a producer, and what it costs: a part of /options.
import { MESSAGE_PRICE_CENTAVOS, MESSAGE_PRICE_MAX_CENTAVOS } from '@camarim/contract/limits';
import { centavos } from '@camarim/contract/money';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { type ChatOptions as Options, optionsQuery, useSaveOptions } from './queries.ts';
import styles from './options.module.css';

const AUDIENCES = ['everyone', 'followers', 'members'] as const;
const TEXTS = {
  everyone: { title: m.chat_audience_everyone, text: m.chat_audience_everyone_text },
  followers: { title: m.chat_audience_followers, text: m.chat_audience_followers_text },
  members: { title: m.chat_audience_members, text: m.chat_audience_members_text },
};

export const ChatOptions = () => {
  const { data, isError, isFetching, refetch } = useQuery(optionsQuery());
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  return data ? <Form saved={data} /> : null;
};

const Form = ({ saved }: { saved: Options }) => {
  const [options, setOptions] = useState(saved);
  const [tried, setTried] = useState(false);
  const { mutate, isPending } = useSaveOptions();
  const { audience, onlyTipped, membersFreeOfTip, price } = options;
  const set = (part: Partial<Options>) => setOptions({ ...options, ...part });
  const changed = JSON.stringify(options) !== JSON.stringify(saved);
  const problem =
    price < 1 || price > MESSAGE_PRICE_MAX_CENTAVOS
      ? m.chat_options_price_range({ max: formatMoney(MESSAGE_PRICE_MAX_CENTAVOS) })
      : undefined;
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isPending || (onlyTipped && problem)) return;
    // A price that is not asked for is not shown, and goes as it was.
    const body = problem ? { ...options, price: saved.price } : options;
    mutate(body, { onSuccess: () => showToast(m.chat_options_saved(), 'success') });
  };
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <RadioCards
        name="audience"
        legend={m.chat_audience()}
        options={AUDIENCES.map((key) => ({
          key,
          title: TEXTS[key].title(),
          text: TEXTS[key].text(),
        }))}
        chosen={audience}
        onChoose={(key) => set({ audience: key })}
      />
      <Checkbox
        label={m.chat_only_tipped()}
        checked={onlyTipped}
        onChange={() => set({ onlyTipped: !onlyTipped })}
      />
      {onlyTipped && (
        <>
          <CurrencyField
            label={m.chat_options_price()}
            hint={m.chat_options_price_hint({ price: formatMoney(MESSAGE_PRICE_CENTAVOS) })}
            value={price > 0 ? price : null}
            error={tried ? problem : undefined}
            onChange={(value) => set({ price: value ?? centavos(0) })}
          />
          <Checkbox
            label={m.chat_members_free()}
            checked={membersFreeOfTip}
            onChange={() => set({ membersFreeOfTip: !membersFreeOfTip })}
          />
        </>
      )}
      <Button type="submit" variant="main" loading={isPending} disabled={!changed}>
        {m.chat_options_save()}
      </Button>
    </form>
  );
};
