// Compiles the texts of locales/ into typed functions under paraglide/: `node compile-messages.ts`.
import { readFileSync } from 'node:fs';
import { compile } from '@inlang/paraglide-js';
import { messageOptions } from './messages.config.ts';

process.chdir(import.meta.dirname);
await compile(messageOptions);

// When its plugin can't be loaded the compiler only warns and emits nothing: make that a failure.
type Settings = { 'plugin.inlang.messageFormat': { pathPattern: string[] } };
const settings = JSON.parse(readFileSync('project.inlang/settings.json', 'utf8')) as Settings;
const wanted = settings['plugin.inlang.messageFormat'].pathPattern
  .flatMap((pattern) => Object.keys(JSON.parse(readFileSync(pattern.replace('{locale}', 'pt'), 'utf8'))))
  .filter((key) => !key.startsWith('$'));
const emitted = readFileSync('paraglide/messages/_index.js', 'utf8');
const missing = wanted.filter((key) => !emitted.includes(`./${key}.js`));
if (missing.length > 0) throw new Error(`messages were not compiled: ${missing.slice(0, 5).join(', ')}`);

// The compiler leaves timers of 30 s behind.
process.exit(0);
