// The error page: the message with its status, and on 404 the way home and a search. Texts:
// specification section 2.
import { Component, type ReactNode } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { shorten } from '../../ui/display/shorten.ts';
import { ButtonLink } from '../../ui/actions/Button.tsx';
import styles from './ErrorPage.module.css';

/** Characters of an address; the rest of a longer one says nothing more. */
const ADDRESS_SHOWN = 40;

const statusOf = (error: unknown): number => (isRouteErrorResponse(error) ? error.status : 500);

/** A profile that is there for other people says so, as the specification wants it. */
const isMissing = (error: unknown): boolean => {
  const { code } = ((isRouteErrorResponse(error) && error.data) || {}) as { code?: unknown };
  return code === undefined || code === 'profile.notFound';
};

const messageOf = (error: unknown): string => {
  const text: unknown = isRouteErrorResponse(error)
    ? (error.data as { message?: unknown } | null)?.message
    : undefined;
  if (typeof text === 'string') return text;
  return statusOf(error) === 404 ? m.error_not_found() : m.error_default();
};

/** An address of one word may be a mistyped page or a profile that isn't there. */
const isOneWord = (pathname: string): boolean => /^\/[^/\p{Cc}]+\/?$/u.test(decoded(pathname));

const Content = () => {
  const error = useRouteError();
  const { pathname } = useLocation();
  const status = statusOf(error);
  const eitherMissing = status === 404 && isMissing(error) && isOneWord(pathname);
  return (
    <section className={styles.page}>
      <title>{`${status} · Camarim`}</title>
      <meta name="robots" content="noindex" />
      <span aria-hidden className={styles.bulbs}>
        {[...'123456'].map((lamp) => (
          <i key={lamp} />
        ))}
      </span>
      <p className={styles.status}>{status}</p>
      <h1 className={styles.message}>
        {eitherMissing ? m.error_no_such_address() : messageOf(error)}
      </h1>
      {eitherMissing && (
        <p className={styles.text}>
          {m.error_no_such_address_text({ address: shorten(decoded(pathname), ADDRESS_SHOWN) })}
        </p>
      )}
      {status === 404 && <Search />}
      <div className={styles.ways}>
        <ButtonLink
          variant={status === 404 ? 'line' : 'main'}
          to="/"
          reloadDocument={status !== 404}
        >
          {m.error_back_home()}
        </ButtonLink>
        {status === 404 && (
          <ButtonLink variant="text" to="/help">
            {m.menu_help()}
          </ButtonLink>
        )}
      </div>
    </section>
  );
};

/** A path as it was typed; one with a broken escape stays as it is. */
const decoded = (pathname: string): string => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
};

/** What the address says, as words: a mistyped name is nearly the name. */
const wordsOf = (pathname: string): string =>
  decoded(pathname)
    .slice(1)
    .split(/[/._-]+/)
    .join(' ')
    .slice(0, 60)
    .trim();

/** A plain form: it needs no script, and this page loads with every other. */
const Search = () => (
  <form role="search" action="/search" className={styles.search}>
    <input
      type="search"
      name="q"
      defaultValue={wordsOf(useLocation().pathname)}
      aria-label={m.error_search()}
      placeholder={m.error_search()}
      maxLength={60}
      autoComplete="off"
    />
    <button type="submit">{m.error_search_submit()}</button>
  </form>
);

/** Shown when the error page itself fails. */
class ErrorPageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? (
      <p className={styles.page}>{m.error_in_error_page()}</p>
    ) : (
      this.props.children
    );
  }
}

export const ErrorPage = () => (
  <ErrorPageBoundary>
    <Content />
  </ErrorPageBoundary>
);
