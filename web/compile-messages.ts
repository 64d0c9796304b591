// Compiles the texts of locales/ into typed functions under paraglide/, unless they are those of
// last time: `node compile-messages.ts`.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compile } from '@inlang/paraglide-js';
import { hashSources } from '../tools/sources.mjs';
import { messageOptions } from './messages.config.ts';

process.chdir(import.meta.dirname);
const STAMP = 'paraglide/.sources-hash';
const SETTINGS = 'project.inlang/settings.json';

type Settings = { 'plugin.inlang.messageFormat': { pathPattern: string[] } };
const settings = JSON.parse(readFileSync(SETTINGS, 'utf8')) as Settings;
// The compiler takes no pattern of folders, so its list is written from those that exist.
const folders = readdirSync('locales', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `./locales/${name}/{locale}.json`);
const pathPattern = ['./locales/{locale}.json', ...folders.sort()];
const messageFormat = settings['plugin.inlang.messageFormat'];
if (messageFormat.pathPattern.join() !== pathPattern.join()) {
  messageFormat.pathPattern = pathPattern;
  writeFileSync(SETTINGS, `${JSON.stringify(settings, null, 2)}\n`);
}

const sources = hashSources('..', [
  'web/locales',
  'web/project.inlang/settings.json',
  'web/messages.config.ts',
  'web/compile-messages.ts',
  'package-lock.json',
]);
if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) process.exit(0);

const wanted = pathPattern
  .flatMap((pattern) =>
    Object.keys(JSON.parse(readFileSync(pattern.replace('{locale}', 'pt'), 'utf8'))),
  )
  .filter((key) => !key.startsWith('$'));
// One key in two files sends the whole import down the compiler's slow way: minutes instead of
// seconds.
const twice = wanted.filter((key, index) => wanted.indexOf(key) !== index);
if (twice.length > 0) throw new Error(`texts that are in two files: ${twice.join(', ')}`);
await compile(messageOptions);

// When its plugin can't be loaded the compiler only warns and emits nothing: make that a failure.
const emitted = readFileSync('paraglide/messages/_index.js', 'utf8');
const missing = wanted.filter((key) => !emitted.includes(`./${key}.js`));
if (missing.length > 0)
  throw new Error(`messages were not compiled: ${missing.slice(0, 5).join(', ')}`);

writeFileSync(STAMP, sources);
// The compiler leaves timers of 30 s behind.
process.exit(0);
