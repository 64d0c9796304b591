// /account/terms, /account/privacy, /account/cookies, /account/contract: the legal texts.
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import {
  type ClientLoaderFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
} from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { CookieChoice } from './CookieChoice.tsx';
import { describePage } from '../../../client/meta.ts';
import { useSession } from '../../../client/session/session.ts';
import { loadPage } from '../../../client/page-data.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import styles from './policy.module.css';
import { PersonalData } from './PersonalData.tsx';
import { Markdown, sectionsOf } from './Markdown.tsx';
import { PERSONAL_DATA_ANCHOR, POLICY_TITLES, policyPath } from './policy-names.ts';
import { personalDataQuery, type PolicyName, policyQuery, versionsQuery } from './queries.ts';

/** The policy's name is the last segment of the path; the router admits only these paths. */
const nameOf = (url: URL): PolicyName =>
  url.pathname
    .replace(/\.data$/, '')
    .split('/')
    .at(-1) as PolicyName;

type Version = { version: string; inForceAt: string };

/** Whether the version was replaced, is in force, or starts later. */
const stateOf = (shown: Version | null | undefined, current: Version | null | undefined) => {
  if (shown?.version === current?.version) return 'inForce';
  return (shown?.inForceAt ?? '') > (current?.inForceAt ?? '') ? 'upcoming' : 'replaced';
};

const load = async (url: URL) => {
  const [name, asked] = [nameOf(url), url.searchParams.get('version')];
  const { client, queries } = await loadPage({
    required: [
      policyQuery(name, asked),
      policyQuery(name, null),
      versionsQuery(name),
      ...(name === 'privacy' ? [personalDataQuery] : []),
    ],
  });
  const versionOf = (version: string | null) =>
    client.getQueryData<Version | null>(policyQuery(name, version).queryKey);
  const state = stateOf(versionOf(asked), versionOf(null));
  return { name, asked, state, queries } as const;
};

export const loader = ({ url }: LoaderFunctionArgs) => load(url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => load(url);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData
    ? describePage(
        {
          title: `${POLICY_TITLES[loaderData.name]()} · Camarim`,
          description: POLICY_TITLES[loaderData.name](),
          path: `/account/${loaderData.name}`,
        },
        matches,
      )
    : [];

const STATES = { inForce: m.legal_since, upcoming: m.legal_from, replaced: m.legal_replaced };

export default function LegalPage() {
  const { name, asked, state } = useLoaderData<typeof loader>();
  const { data: policy } = useQuery(policyQuery(name, asked));
  const { data: versions = [] } = useQuery(versionsQuery(name));
  if (!policy) return null;
  return (
    <article className={styles.page} lang={policy.locale}>
      {state !== 'inForce' && (
        <p className={styles.notice} role="note">
          {STATES[state]({ day: formatDay(policy.inForceAt) })}
        </p>
      )}
      <Markdown
        text={policy.markdown}
        afterTitle={
          <>
            <div className={styles.about}>
              {state === 'inForce' && <p>{m.legal_since({ day: formatDay(policy.inForceAt) })}</p>}
              <details className={styles.number}>
                <summary>{m.legal_version_about()}</summary>
                <p>{m.legal_version({ version: policy.version.slice(0, 12) })}</p>
              </details>
              <Button variant="text" small onClick={() => window.print()}>
                <Printer aria-hidden size={18} /> {m.receipt_print()}
              </Button>
            </div>
            <Contents markdown={policy.markdown} listsData={name === 'privacy'} />
          </>
        }
      />
      {name === 'cookies' && <CookieChoice />}
      {name === 'privacy' && <PersonalData />}
      <Others name={name} />
      {versions.length > 1 && (
        <nav className={styles.version} aria-label={m.legal_versions()}>
          {m.legal_versions()}
          <ul>
            {versions.map(({ version, inForceAt }) => (
              <li key={version}>
                <Link
                  to={policyPath(name, version)}
                  aria-current={version === policy.version ? 'page' : undefined}
                >
                  {formatDay(inForceAt)} ({version.slice(0, 12)})
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </article>
  );
}

/** A list of two sections would say no more than they do. */
const CONTENTS_MIN = 3;

const Contents = ({ markdown, listsData }: { markdown: string; listsData: boolean }) => {
  const sections = [
    ...sectionsOf(markdown),
    ...(listsData ? [{ anchor: PERSONAL_DATA_ANCHOR, title: m.held_title() }] : []),
  ];
  if (sections.length < CONTENTS_MIN) return null;
  return (
    <nav className={styles.contents} aria-label={m.legal_contents()}>
      <ul>
        {sections.map(({ anchor, title }) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** The other policies that this reader may open: only members have a contract. */
const Others = ({ name }: { name: PolicyName }) => {
  const { user } = useSession();
  const names = (Object.keys(POLICY_TITLES) as PolicyName[]).filter(
    (other) => other !== name && (other !== 'contract' || user !== null),
  );
  return (
    <nav className={styles.others} aria-label={m.legal_others()}>
      <span>{m.legal_others()}</span>
      {names.map((other) => (
        <Link key={other} to={`/account/${other}`}>
          {POLICY_TITLES[other]()}
        </Link>
      ))}
    </nav>
  );
};
