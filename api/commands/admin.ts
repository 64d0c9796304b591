// `npm run admin -- COMMAND ...`: what operators do at the machine. `--help` lists the commands, or
// explains one.
import { complain, say } from './operator-database.ts';

type Command = {
  /** What follows the command's name. */
  parameters: string;
  does: string;
  /** Runs it with `process.argv.slice(2)` as its words, and sets the exit code. */
  run(): Promise<unknown>;
};

const COMMANDS: Record<string, Command> = {
  'make-admin': {
    parameters: 'USERNAME|EMAIL [--end] [REASON]',
    does: 'Makes an account an administrator, or with --end no longer one. The reason is recorded in the audit log.',
    run: () => import('./make-admin.ts'),
  },
  'approve-producer': {
    parameters: 'USERNAME',
    does: 'Makes a member a producer, without a request and its documents.',
    run: () => import('./approve-producer.ts'),
  },
  'check-ledger': {
    parameters: '',
    does: 'Recomputes every balance from the entries, beside a working system. The exit code is 1 when a cent is out of place.',
    run: () => import('./check-ledger.ts'),
  },
  'prepare-storage': {
    parameters: '',
    does: 'Makes the two buckets of an S3 where they are missing, with their CORS and lifecycle rules. Can be run again.',
    run: () => import('./prepare-storage.ts'),
  },
  'trace-copy': {
    parameters: 'MEDIA_ID FILE',
    does: "Says which buyer's copy of a sold picture a file is that turned up elsewhere.",
    run: () => import('./trace-copy.ts'),
  },
};

const usageOf = (name: string, { parameters }: Command): string =>
  `npm run admin -- ${name} ${parameters}`.trimEnd();

const listCommands = (): string =>
  [
    'Usage: npm run admin -- COMMAND ...',
    '',
    ...Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(18)}${does}`),
    '',
    'npm run admin -- COMMAND --help explains one. DATABASE_URL and CAMARIM_HOME name the installation, as for npm start.',
  ].join('\n');

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

const [name, ...words] = process.argv.slice(2);
const command = name === undefined ? undefined : COMMANDS[name];

if (name === undefined || isHelp(name) || (name === 'help' && words.length === 0))
  say(listCommands());
else if (!command) {
  complain(`There is no command ${name}.\n${listCommands()}`);
  process.exitCode = 1;
} else if (words.some(isHelp)) say(`${usageOf(name, command)}\n\n${command.does}`);
else {
  process.argv.splice(2, Infinity, ...words);
  await command.run();
}
