// Who may write to a producer, and what it costs: a part of /options.
import {
  BLOCKED_WORD_MAX,
  BLOCKED_WORDS_MAX,
  MESSAGE_PRICE_CENTAVOS,
  MESSAGE_PRICE_MAX_CENTAVOS,
} from '@camarim/contract/limits';
import { centavos } from '@camarim/contract/money';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { listsQuery } from '../../lists/index.ts';
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
  const { audience, onlyTipped, membersFreeOfTip, freeListId, price, blockedWords } = options;
  const [words, setWords] = useState(() => saved.blockedWords.join('\n'));
  const set = (part: Partial<Options>) => setOptions({ ...options, ...part });
  const changed = JSON.stringify(options) !== JSON.stringify(saved);
  const problem =
    price < 1 || price > MESSAGE_PRICE_MAX_CENTAVOS
      ? m.chat_options_price_range({ max: formatMoney(MESSAGE_PRICE_MAX_CENTAVOS) })
      : undefined;
  const wordsFit =
    blockedWords.length <= BLOCKED_WORDS_MAX &&
    blockedWords.every(({ length }) => length >= 2 && length <= BLOCKED_WORD_MAX);
  const wordsProblem = m.chat_blocked_words_wrong({
    max: BLOCKED_WORDS_MAX,
    length: BLOCKED_WORD_MAX,
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isPending || (onlyTipped && problem) || !wordsFit) return;
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
          <FreeListField listId={freeListId} onChange={(id) => set({ freeListId: id })} />
        </>
      )}
      <TextArea
        label={m.chat_blocked_words()}
        hint={m.chat_blocked_words_hint()}
        error={tried && !wordsFit ? wordsProblem : undefined}
        rows={3}
        value={words}
        onChange={({ currentTarget: { value } }) => {
          setWords(value);
          set({ blockedWords: wordsOf(value) });
        }}
      />
      <Button type="submit" variant="main" loading={isPending} disabled={!changed}>
        {m.chat_options_save()}
      </Button>
    </form>
  );
};

/** One of each, as they are written one per line. */
const wordsOf = (text: string): string[] => [
  ...new Set(text.split(/[\n,]/).flatMap((word) => word.trim() || [])),
];

const FreeListField = ({
  listId,
  onChange,
}: {
  listId: Options['freeListId'];
  onChange: (listId: Options['freeListId']) => void;
}) => {
  const { data } = useQuery(listsQuery());
  if (!data) return null;
  const lists = data.filter(({ rule }) => rule === null);
  if (lists.length === 0 && listId === null)
    return (
      <p className={styles.soft}>
        {m.chat_free_list_empty()} <Link to="/lists">{m.lists_manage()}</Link>
      </p>
    );
  return (
    <Select
      label={m.chat_free_list()}
      hint={m.chat_free_list_hint()}
      value={listId ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange(lists.find(({ id }) => id === value)?.id ?? null)
      }
      options={[
        { value: '', text: m.chat_free_list_none() },
        ...lists.map(({ id, name }) => ({ value: id as string, text: name })),
      ]}
    />
  );
};
