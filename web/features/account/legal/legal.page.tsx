// /account/terms, /account/privacy, /account/cookies, /account/contract: what one agrees to.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { call } from '../../../shell/api/api.ts';
import { CookieChoice } from '../../../shell/gate/CookieChoice.tsx';
import { describePage } from '../../../shell/meta.ts';
import { loadPage } from '../../../shell/page-data.ts';
import styles from './legal.module.css';
import { Markdown } from './Markdown.tsx';

type Name = 'terms' | 'privacy' | 'cookies' | 'contract';

const TITLES: Record<Name, () => string> = { terms: m.terms, privacy: m.privacy, cookies: m.cookies, contract: m.contract };

const policyQuery = (name: Name) =>
  queryOptions({ queryKey: ['publics', 'policies', name], queryFn: async ({ signal }) => (await call('GET /publics/policies', { query: { name }, signal })).data[0] ?? null });

/** The last word of the address; the router lets in only these. */
const nameOf = (url: URL): Name => url.pathname.replace(/\.data$/, '').split('/').at(-1) as Name;

const load = async (url: URL) => ({ name: nameOf(url), queries: (await loadPage({ required: [policyQuery(nameOf(url))] })).queries });

export const loader = ({ url }: LoaderFunctionArgs) => load(url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => load(url);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData ? describePage({ title: `${TITLES[loaderData.name]()} · Camarim`, description: TITLES[loaderData.name](), path: `/account/${loaderData.name}` }, matches) : [];

export default function LegalPage() {
  const { name } = useLoaderData<typeof loader>();
  const { data: policy } = useQuery(policyQuery(name));
  if (!policy) return null;
  return (
    <article className={styles.page} lang={policy.locale}>
      <Markdown text={policy.markdown} />
      {name === 'cookies' && <CookieChoice />}
      <p className={styles.version}>{m.legal_version({ version: policy.version.slice(0, 12) })}</p>
    </article>
  );
}
