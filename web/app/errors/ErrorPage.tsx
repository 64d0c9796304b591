// The error page: the message with its status, and on 404 the way home and a search. Texts:
// specification section 2.
import { Component, type ReactNode } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { ButtonLink } from '../../ui/actions/Button.tsx';
import styles from './ErrorPage.module.css';

const statusOf = (error: unknown): number => (isRouteErrorResponse(error) ? error.status : 500);

const messageOf = (error: unknown): string => {
  const text: unknown = isRouteErrorResponse(error)
    ? (error.data as { message?: unknown } | null)?.message
    : undefined;
  if (typeof text === 'string') return text;
  return statusOf(error) === 404 ? m.error_not_found() : m.error_default();
};

const Content = () => {
  const error = useRouteError();
  const status = statusOf(error);
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
      <h1 className={styles.message}>{messageOf(error)}</h1>
      {status === 404 && <Search />}
      <ButtonLink variant={status === 404 ? 'line' : 'main'} to="/" reloadDocument={status !== 404}>
        {m.error_back_home()}
      </ButtonLink>
    </section>
  );
};

/** What the address says, as words: a mistyped name is nearly the name. */
const wordsOf = (pathname: string): string =>
  pathname
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
