// Compiles the texts of locales/ into typed functions under paraglide/, unless they are those of
// last time: `node compile-messages.ts`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { compile } from '@inlang/paraglide-js';
import { hashSources } from '../tools/sources.mjs';
import { messageOptions } from './messages.config.ts';

process.chdir(import.meta.dirname);
const STAMP = 'paraglide/.sources-hash';
const sources = hashSources('..', [
  'web/locales',
  'web/project.inlang/settings.json',
  'web/messages.config.ts',
  'web/compile-messages.ts',
  'package-lock.json',
]);
if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) process.exit(0);

type Settings = { 'plugin.inlang.messageFormat': { pathPattern: string[] } };
const settings = JSON.parse(readFileSync('project.inlang/settings.json', 'utf8')) as Settings;
const wanted = settings['plugin.inlang.messageFormat'].pathPattern
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
