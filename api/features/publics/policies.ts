// Terms, privacy, cookies and contract: Markdown files of this release, stored in the database as
// versions at the first start.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import { LOCALES, type Locale } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import {
  insertAcceptance,
  insertAcceptances,
  insertVersion,
  listChanges,
  listVersions,
  loadInForce,
  loadVersion,
  type PolicyName,
  type PolicyText,
  type VersionRow,
} from './store.ts';

/** In display order. */
const POLICIES = [
  'terms',
  'privacy',
  'cookies',
  'contract',
] as const satisfies readonly PolicyName[];

/** The line under the title of a text that this repository ships, in each language. */
const TEMPLATE_NOTICE =
  /^(?:Modelo a ser revisto pelo advogado|A template to be reviewed by the lawyer|Modelo que debe revisar el abogado)/m;

/** Policies whose text in some language still says that it is a template. */
export const templatesAmong = (texts: Record<PolicyName, PolicyText>): PolicyName[] =>
  POLICIES.filter((name) => Object.values(texts[name]).some((text) => TEMPLATE_NOTICE.test(text)));

/** A change takes effect this long after publication, as section 9 of the terms promises. */
const NOTICE_MS = 30 * DAY_MS;

/** Markdown of one text of this release, in every language; throws when a language is missing. */
export const readTexts = (name: string): PolicyText =>
  Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      readFileSync(join(import.meta.dirname, 'texts', `${name}.${locale}.md`), 'utf8'),
    ]),
  ) as PolicyText;

/** The version id: a digest of the Portuguese text, which is the authoritative one. */
export const digestOf = ({ pt }: PolicyText): string =>
  createHash('sha256').update(pt).digest('hex');

/** The policies of this release. */
export const releasedPolicies = (): Record<PolicyName, PolicyText> =>
  Object.fromEntries(POLICIES.map((name) => [name, readTexts(name)])) as Record<
    PolicyName,
    PolicyText
  >;

const templates = templatesAmong(releasedPolicies());

/** Policies of this release that the operator has not replaced yet. */
export const templatePolicies = (): PolicyName[] => templates;

/** At every start, until the texts are replaced. */
export const warnOfTemplates = ({ log, config }: Pick<Ctx, 'log' | 'config'>): void => {
  if (templates.length > 0 && config.CAMARIM_ENV !== 'test')
    log.warn(
      { policies: templates },
      'policies are templates: have them reviewed and replace them (docs/operations/people-and-trust.md)',
    );
};

/**
 * At every start: stores new texts as versions with the date on which they take effect, which makes
 * their notice due (notify-policies.ts). A text that was published before is not published again,
 * so a process of an earlier release that starts beside a later one changes nothing.
 */
export const publishPolicies = ({ db, clock }: Ctx, texts = releasedPolicies()): Promise<void> =>
  transaction(db, async (tx) => {
    const now = clock.now();
    const laterInForceAt = new Date(now.getTime() + NOTICE_MS);
    for (const name of POLICIES)
      await insertVersion(tx, {
        name,
        version: digestOf(texts[name]),
        texts: texts[name],
        now,
        laterInForceAt,
      });
  });

type PolicyView = DataInput<Routes['GET /publics/policies']>[number];

const timesOf = ({ publishedAt, inForceAt }: Pick<VersionRow, 'publishedAt' | 'inForceAt'>) => ({
  publishedAt: publishedAt.toISOString(),
  inForceAt: inForceAt.toISOString(),
});

/** The versions in effect now. */
export const viewPolicies = async (
  { db, clock }: Ctx,
  locale: Locale,
  only?: PolicyName,
): Promise<PolicyView[]> => {
  const rows = await loadInForce(db, locale, only ?? null, clock.now());
  return rows
    .map((row) => ({ ...row, ...timesOf(row), locale }))
    .sort((left, right) => POLICIES.indexOf(left.name) - POLICIES.indexOf(right.name));
};

export const viewVersions = async (
  { db }: Ctx,
  name: PolicyName,
): Promise<DataInput<Routes['GET /publics/policies/{name}/versions']>> =>
  (await listVersions(db, name)).map((row) => ({ version: row.version, ...timesOf(row) }));

/** Throws policy.notFound. */
export const viewVersion = async (
  { db }: Ctx,
  locale: Locale,
  name: PolicyName,
  version: string,
): Promise<PolicyView> => {
  const row = await loadVersion(db, locale, name, version);
  if (!row) throw new AppError('policy.notFound');
  return { ...row, ...timesOf(row), locale };
};

/** New versions that a person has to be notified of or has to accept. */
export const viewChanges = async (
  { db, clock }: Ctx,
  profileId: ProfileId,
): Promise<DataInput<Routes['GET /auth']>['policyChanges']> =>
  (await listChanges(db, profileId, clock.now())).map((row) => ({
    ...row,
    inForceAt: row.inForceAt.toISOString(),
  }));

/**
 * Records that a person accepted the versions in effect; accepting a version again changes nothing.
 */
export const acceptPolicies = (
  tx: Transaction,
  profileId: ProfileId,
  names: readonly PolicyName[],
  now: Date,
): Promise<void> => insertAcceptances(tx, profileId, names, now);

/**
 * Records that a person accepted this version, also before it takes effect; accepting it again
 * changes nothing. Throws policy.notFound.
 */
export const acceptVersion = async (
  { db, clock }: Ctx,
  profileId: ProfileId,
  name: PolicyName,
  version: string,
): Promise<void> => {
  if (!(await insertAcceptance(db, profileId, name, version, clock.now())))
    throw new AppError('policy.notFound');
};
