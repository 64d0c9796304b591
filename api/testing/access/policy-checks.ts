// Finds every check of the policies, and every refusal of decisions about what is one's own, in
// their source, and rewrites it so that a test can take one away while the application runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** One condition for which a policy refuses. */
export type PolicyCheck = { id: string; file: string; condition: string; code: string };

const api = join(import.meta.dirname, '../..');
/** The route guard checks the contract's roles; policies check everything else. */
const ROUTE_GUARD = 'platform/http/mount.ts';
const REFUSAL = /(?<=^[ \t]*if \()([^;{}]*?)\)\s+throw new AppError\(\s*([^,)]*)/gm;

/** A call of it as a statement, in policies and services alike. */
const OWN_REFUSAL = /(?<![\w.])refuseOwnDecision\((?=([^)]*)\))/g;

const isPolicy = (file: string): boolean =>
  /^features\/.*policy\.ts$/.test(file) || file === ROUTE_GUARD;

/** `a || (b && c)` has two parts; the walk must fail when either one is removed. */
const partsOf = (condition: string): string[] => {
  const parts = [''];
  let depth = 0;
  for (const piece of condition.split(/(\(|\)|\|\|)/)) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === '||' && depth === 0) parts.push('');
    else parts[parts.length - 1] += piece.replaceAll(/\s+/g, ' ');
  }
  return parts.map((part) => part.trim());
};

/**
 * `!row` beside `row.owner !== viewer` only protects the other part from a null row; removing it
 * grants no access.
 */
const isExistenceCheck = (part: string, parts: readonly string[]): boolean => {
  const [, name] = /^!(\w+)$/.exec(part) ?? [];
  return (
    name !== undefined &&
    parts.some((other) => other !== part && new RegExp(`\\b${name}\\b`).test(other))
  );
};

const instrumentText = (
  file: string,
  source: string,
): { source: string; checks: PolicyCheck[] } => {
  const checks: PolicyCheck[] = [];
  const woven = source.replaceAll(
    REFUSAL,
    (refusal, condition: string, code: string, at: number) => {
      // Of the route guard only the role checks count: the others are about the shape of a request.
      if (file === ROUTE_GUARD && !code.includes('auth.')) return refusal;
      // A refused card is no question of access: the tests of cards and acquirers remove these.
      if (code.includes("'card.")) return refusal;
      const line = source.slice(0, at).split('\n').length;
      const parts = partsOf(condition);
      const removable = parts.map((part, index) => {
        if (isExistenceCheck(part, parts)) return part;
        const id = `${file}:${line}:${index}`;
        checks.push({ id, file, condition: part, code: code.replaceAll("'", '') });
        return `(globalThis.policyCheckAway !== '${id}' && (${part}))`;
      });
      return refusal.replace(condition, () => removable.join(' || '));
    },
  );
  return { source: woven, checks };
};

const isFeature = (file: string): boolean => /^features\/.*(?<!\.test)\.ts$/.test(file);

const instrumentOwn = (file: string, source: string): { source: string; checks: PolicyCheck[] } => {
  const checks: PolicyCheck[] = [];
  const woven = source.replaceAll(OWN_REFUSAL, (call, condition: string, at: number) => {
    const id = `${file}:${source.slice(0, at).split('\n').length}:own`;
    checks.push({ id, file, condition, code: 'decision.own' });
    return `globalThis.policyCheckAway === '${id}' || ${call}`;
  });
  return { source: woven, checks };
};

/** The source of a file with its checks removable; null for every other file. */
export const instrument = (path: string, source: string): string | null => {
  const file = relative(api, path);
  const own = isFeature(file) ? instrumentOwn(file, source).source : source;
  const woven = isPolicy(file) ? instrumentText(file, own).source : own;
  return woven === source ? null : woven;
};

const checksOf = (isOf: (file: string) => boolean, find: typeof instrumentText): PolicyCheck[] =>
  readdirSync(api, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('node_modules') && isOf(file))
    .sort()
    .flatMap((file) => find(file, readFileSync(join(api, file), 'utf8')).checks);

/** All checks of policies, in the order of the files. */
export const findChecks = (): PolicyCheck[] => checksOf(isPolicy, instrumentText);

/** All refusals of decisions about what is the administrator's own. */
export const findOwnRefusals = (): PolicyCheck[] => checksOf(isFeature, instrumentOwn);
