// The search of the header: a field on wide screens, an icon that leads to the search on others.
// The field is a plain form until it is used; then it suggests people and tags.
import { POST_SEARCH_MAX } from '@camarim/contract/limits';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { loadSearchBox, type SearchBoxPart } from '../../features/posts/index.ts';
import { m } from '../../paraglide/messages.js';
import { classNames } from '../../ui/class-names.ts';
import field from '../../ui/fields/SearchField.module.css';
import styles from './Header.module.css';

/** These pages have a search of their own. */
const hasSearch = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  pathname === '/search' ||
  pathname.startsWith('/tags/') ||
  (pathname === '/' && new URLSearchParams(search).has('explore'));

type OpenSearch = { Box: SearchBoxPart; value: string; focused: boolean };

/** Without a part that loads late, or before it is there, the plain form stays. */
const Field = () => {
  const input = useRef<HTMLInputElement>(null);
  const [used, setUsed] = useState<OpenSearch | null>(null);
  const takeOver = async () => {
    const Box = await loadSearchBox();
    const plain = input.current;
    // Another control may have got the focus while the code loaded, and keeps it.
    if (Box && plain)
      setUsed({ Box, value: plain.value, focused: document.activeElement === plain });
  };
  // Someone may be in the field before the page is hydrated.
  useEffect(() => {
    if (document.activeElement === input.current) void takeOver();
  }, []);
  if (used) return <used.Box value={used.value} autoFocus={used.focused} />;
  return (
    <form role="search" action="/search" aria-label={m.search_field()} className={field.search}>
      <Search aria-hidden />
      <input
        ref={input}
        type="search"
        name="q"
        maxLength={POST_SEARCH_MAX}
        aria-label={m.search_field()}
        placeholder={m.search_field()}
        autoComplete="off"
        onFocus={() => void takeOver()}
      />
    </form>
  );
};

export const HeaderSearch = () => {
  const location = useLocation();
  if (hasSearch(location)) return null;
  return (
    <>
      <Link
        to="/search"
        viewTransition
        aria-label={m.search_title()}
        className={classNames(styles.link, styles.searchLink)}
      >
        <Search aria-hidden />
      </Link>
      <div className={styles.search}>
        <Field key={location.pathname} />
      </div>
    </>
  );
};
