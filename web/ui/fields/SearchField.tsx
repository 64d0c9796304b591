// A search that runs while the person types, a moment after the last character, and at once by
// Enter.
import { type FormEvent, useEffect, useRef } from 'react';
import { Search } from 'lucide-react';
import styles from './SearchField.module.css';

/** Source: specification section 9, searches. */
const DEBOUNCE_MS = 500;
const SEARCH_MAX = 60;

type Props = {
  label: string;
  onSearch: (text: string) => void;
  value?: string;
  /**
   * For a search with an address of its own, which works before and without scripts: where it is
   * asked, under what name.
   */
  address?: { action: string; name: string };
};

export const SearchField = ({
  label,
  onSearch,
  value = '',
  address: { action, name } = { action: '', name: 'search' },
}: Props) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    clearTimeout(timer.current);
    onSearch(String(new FormData(event.currentTarget).get(name) ?? '').trim());
  };
  return (
    <form role="search" action={action || undefined} className={styles.search} onSubmit={onSubmit}>
      <Search aria-hidden />
      <input
        type="search"
        name={name}
        defaultValue={value}
        maxLength={SEARCH_MAX}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        onChange={({ currentTarget: { value: typed } }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onSearch(typed.trim()), DEBOUNCE_MS);
        }}
      />
    </form>
  );
};
