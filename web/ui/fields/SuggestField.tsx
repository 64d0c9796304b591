// A search with suggestions: a combobox with a list, after the ARIA Authoring Practices. Without
// scripts it is a plain search form.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Search, X } from 'lucide-react';
import { Form, useNavigate } from 'react-router';
import { classNames } from '../class-names.ts';
import field from './SearchField.module.css';
import styles from './SuggestField.module.css';

export type Suggestion = {
  key: string;
  /** Where it leads, or what it does instead. */
  to: string | (() => void);
  icon: ReactNode;
  text: string;
  detail?: string;
  /** Takes it out of the list: by its cross, or by the key Delete. */
  onRemove?: () => void;
};

type Props = {
  label: string;
  /** Where the form goes, and the name of its text. */
  action: string;
  name: string;
  value?: string;
  maxLength: number;
  /** For the text that was typed last. */
  suggestions: readonly Suggestion[];
  /** Said to screen readers, such as "3 suggestions". */
  status: string;
  onType: (text: string) => void;
  /** The cursor is after the text at once, and the list open. */
  autoFocus?: boolean;
};

export const SuggestField = ({
  label,
  action,
  name,
  value = '',
  maxLength,
  suggestions,
  status,
  onType,
  autoFocus = false,
}: Props) => {
  const list = useId();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(autoFocus);
  const [active, setActive] = useState(-1);
  useEffect(() => {
    const end = input.current?.value.length ?? 0;
    if (autoFocus) input.current?.setSelectionRange(end, end);
  }, [autoFocus]);
  const shown = open && suggestions.length > 0;
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const pick = ({ to }: Suggestion) => {
    if (typeof to === 'function') {
      setActive(-1);
      return to();
    }
    close();
    void navigate(to, { viewTransition: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = shown ? suggestions[active] : undefined;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (suggestions.length === 0) return;
      event.preventDefault();
      setOpen(true);
      setActive(next(active, event.key === 'ArrowDown' ? 1 : -1, suggestions.length));
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      pick(chosen);
    } else if (event.key === 'Delete' && chosen?.onRemove) {
      event.preventDefault();
      setActive(-1);
      chosen.onRemove();
    } else if (event.key === 'Escape' && shown) {
      // A second press empties the field, as browsers do.
      event.preventDefault();
      close();
    }
  };
  return (
    <Form role="search" action={action} aria-label={label} className={styles.form} onSubmit={close}>
      <div className={field.search}>
        <Search aria-hidden />
        <input
          ref={input}
          type="search"
          role="combobox"
          name={name}
          defaultValue={value}
          maxLength={maxLength}
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={list}
          aria-activedescendant={shown && active >= 0 ? `${list}-${active}` : undefined}
          placeholder={label}
          autoComplete="off"
          autoFocus={autoFocus}
          onChange={({ currentTarget }) => {
            setOpen(true);
            setActive(-1);
            onType(currentTarget.value.trim());
          }}
          onKeyDown={onKeyDown}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={close}
        />
      </div>
      <div id={list} role="listbox" aria-label={label} hidden={!shown} className={styles.list}>
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.key}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classNames(styles.option, index === active && styles.active)}
            // The field keeps the focus, or its blur would close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(suggestion)}
          >
            {suggestion.icon}
            <span className={styles.text}>
              <b>{suggestion.text}</b>
              {suggestion.detail !== undefined && <span>{suggestion.detail}</span>}
            </span>
            {suggestion.onRemove && (
              // An option holds no buttons: assistive technology has the key Delete.
              <span
                aria-hidden
                className={styles.remove}
                onClick={(event) => {
                  event.stopPropagation();
                  suggestion.onRemove?.();
                }}
              >
                <X />
              </span>
            )}
          </div>
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {shown ? status : ''}
      </p>
    </Form>
  );
};

/** Around the list and through the field itself, which is -1. */
const next = (from: number, step: 1 | -1, count: number): number =>
  ((from + 1 + step + (count + 1)) % (count + 1)) - 1;
