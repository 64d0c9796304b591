// `npm run admin -- COMMAND ...`: what operators do at the machine. `--help` lists the commands, or
// explains one.
import { answersHelp, type CommandName, complain, isHelp, say, USAGES } from './usage.ts';

/** Each runs with `process.argv.slice(2)` as its words, and sets the exit code. */
const COMMANDS: Record<CommandName, () => Promise<unknown>> = {
  'make-admin': () => import('./make-admin.ts'),
  'approve-producer': () => import('./approve-producer.ts'),
  'check-ledger': () => import('./check-ledger.ts'),
  'check-audit': () => import('./check-audit.ts'),
  'check-consents': () => import('./check-consents.ts'),
  'rebuild-rollups': () => import('./rebuild-rollups.ts'),
  'signing-key': () => import('./signing-key.ts'),
  'prepare-storage': () => import('./prepare-storage.ts'),
  'wallet-issuers': () => import('./wallet-issuers.ts'),
  'trace-copy': () => import('./trace-copy.ts'),
};

const listCommands = (): string =>
  [
    'Usage: npm run admin -- COMMAND ...',
    '',
    ...Object.entries(USAGES).map(([name, { does }]) => `  ${name.padEnd(18)}${does}`),
    '',
    'npm run admin -- COMMAND --help explains one. DATABASE_URL and CAMARIM_HOME name the installation, as for npm start.',
  ].join('\n');

const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

const [name, ...words] = process.argv.slice(2);

if (name === undefined || isHelp(name) || (name === 'help' && words.length === 0))
  say(listCommands());
else if (isCommand(name)) {
  process.argv.splice(2, Infinity, ...words);
  // `--help` is answered before the command and what it needs are loaded.
  if (!answersHelp(name)) await COMMANDS[name]();
} else {
  complain(`There is no command ${name}.\n${listCommands()}`);
  process.exitCode = 1;
}
