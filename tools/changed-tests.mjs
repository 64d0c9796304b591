// Which tests a change asks for: those in the folders that it touches, as the finding rule places
// them. `npm test -- --changed` runs them; `npm test` remains the judge.
import { execFileSync } from 'node:child_process';

/**
 * Paths of Vitest's filter and of journeys; `everything` when a change has no folder of its own.
 * @typedef {{ tests: string[], journeys: string[], everything: boolean }} Scope
 */

/** What every change of the API asks for: each route, by each role. */
const WALKS = ['api/access.test.ts', 'api/visibility.test.ts'];
/** What every change of the interface asks for. */
const MAIN_JOURNEY = 'e2e/main-job.spec.ts';

/**
 * The first rule whose pattern fits decides; `$1` is its first group.
 * @type {[pattern: RegExp, tests: string[], journeys?: string[]][]}
 */
const RULES = [
  [/^api\/features\/([^/]+)\//, ['api/features/$1/', ...WALKS]],
  [/^api\/platform\/([^/]+)\//, ['api/platform/$1/']],
  [/^contract\/features\/([^/.]+)/, ['contract/', 'api/features/$1/', ...WALKS]],
  [/^contract\//, ['contract/', ...WALKS]],
  [/^sandbox\/([^/]+)/, ['sandbox/$1', 'api/platform/payments/']],
  [/^web\/features\/([^/]+)\//, ['web/features/$1/'], [MAIN_JOURNEY]],
  [/^web\/([^/]+)\//, ['web/$1/'], [MAIN_JOURNEY]],
  [/^(e2e\/.+\.spec\.ts)$/, [], ['$1']],
  [/^tools\//, ['tools/']],
  [/^(docs|bench)\/|\.md$/, []],
];

/**
 * @param {readonly string[]} files Changed files, relative to the root. @returns {Scope}
 */
export function scopeOf(files) {
  const [tests, journeys] = [new Set(), new Set()];
  let everything = false;
  for (const file of files) {
    const rule = RULES.find(([pattern]) => pattern.test(file));
    if (!rule) {
      everything = true;
      continue;
    }
    const [pattern, forTests, forJourneys = []] = rule;
    const group = pattern.exec(file)?.[1] ?? '';
    for (const path of forTests) tests.add(path.replace('$1', group));
    for (const path of forJourneys) journeys.add(path.replace('$1', group));
  }
  return { tests: [...tests], journeys: [...journeys], everything };
}

/** @param {string} root @param {string[]} args */
const git = (root, ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Files that differ from `base`, committed or not, and new ones.
 * @param {string} root @param {string} base
 */
export const changedFiles = (root, base) => [
  ...new Set([
    ...git(root, 'diff', '--name-only', '--merge-base', base),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ]),
];
