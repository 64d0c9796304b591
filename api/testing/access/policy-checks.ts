// Finds every check of the policies in their source, and rewrites it so that a test can take one away while the application runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** One condition for which a policy refuses. */
export type PolicyCheck = { id: string; file: string; condition: string; code: string };

const api = join(import.meta.dirname, '../..');
/** The roles of the contract are asked for at the door; all else is in policies. */
const DOOR = 'platform/http/mount.ts';
const REFUSAL = /^(\s*)if \((.*)\) throw new AppError\((.*?)[,)]/;

const isPolicy = (file: string): boolean => /^features\/.*policy\.ts$/.test(file) || file === DOOR;

/** `a || (b && c)` has two parts: each alone must be missed when it goes. */
const partsOf = (condition: string): string[] => {
  const parts = [''];
  let depth = 0;
  for (const piece of condition.split(/(\(|\)|\|\|)/)) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === '||' && depth === 0) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
};

/** `!row` beside `row.owner !== viewer`: it keeps the other part from failing on what is not there, and lets nobody in when it goes. */
const isOnlyThere = (part: string, parts: readonly string[]): boolean => {
  const [, name] = /^!(\w+)$/.exec(part) ?? [];
  return name !== undefined && parts.some((other) => other !== part && new RegExp(`\\b${name}\\b`).test(other));
};

const weaveLine = (file: string, line: string, number: number): { line: string; checks: PolicyCheck[] } => {
  const [, indent = '', condition, code = ''] = REFUSAL.exec(line) ?? [];
  // At the door, only the roles: the rest is about the shape of a request.
  if (condition === undefined || (file === DOOR && !code.includes('auth.'))) return { line, checks: [] };
  const parts = partsOf(condition);
  const checks: PolicyCheck[] = [];
  const woven = parts.map((part, index) => {
    if (isOnlyThere(part, parts)) return part;
    const id = `${file}:${number}:${index}`;
    checks.push({ id, file, condition: part, code: code.replaceAll("'", '') });
    return `(globalThis.policyCheckAway !== '${id}' && (${part}))`;
  });
  return { line: `${indent}if (${woven.join(' || ')})${line.slice(line.indexOf(') throw new AppError(') + 1)}`, checks };
};

const weaveText = (file: string, source: string): { source: string; checks: PolicyCheck[] } => {
  const lines = source.split('\n').map((line, index) => weaveLine(file, line, index + 1));
  return { source: lines.map(({ line }) => line).join('\n'), checks: lines.flatMap(({ checks }) => checks) };
};

/** The source of a policy with its checks removable; null for every other file. */
export const weave = (path: string, source: string): string | null => {
  const file = relative(api, path);
  return isPolicy(file) ? weaveText(file, source).source : null;
};

/** Every check there is, in the order of the files. */
export const findChecks = (): PolicyCheck[] =>
  readdirSync(api, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('node_modules') && isPolicy(file))
    .sort()
    .flatMap((file) => weaveText(file, readFileSync(join(api, file), 'utf8')).checks);
