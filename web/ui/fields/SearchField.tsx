// A search that asks while one types, a moment after the last letter, and at once by Enter.
import { type FormEvent, useEffect, useRef } from 'react';
import { Search } from 'lucide-react';
import styles from './SearchField.module.css';

/** Source: specification section 9, searches. */
const DEBOUNCE_MS = 500;
const SEARCH_MAX = 60;

export const SearchField = ({ label, onSearch }: { label: string; onSearch: (text: string) => void }) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    clearTimeout(timer.current);
    onSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim());
  };
  return (
    <form role="search" className={styles.search} onSubmit={onSubmit}>
      <Search aria-hidden />
      <input
        type="search"
        name="search"
        maxLength={SEARCH_MAX}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onSearch(value.trim()), DEBOUNCE_MS);
        }}
      />
    </form>
  );
};
